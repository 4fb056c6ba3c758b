"""The fine-tuned judge: what it reads, how it is trained, stopped, resumed, kept and opened."""

from __future__ import annotations

import json
import pickle
import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.types import InputError
from tamis.writing.revision.finetuned.judge import open_finetuned
from tamis.writing.revision.finetuned.text import LABELS, encode, one_line, read_rating, shares
from tamis.writing.revision.finetuned.training import Trained, train
from tamis.writing.revision.finetuned.training_record import (
    RECORD,
    Epoch,
    Settings,
    best_of,
    turn_digest,
)
from tamis.writing.revision.turns import RevisionTurn

WORDS = "cat dog tree river stone cloud lamp chair bread salt moon ship wolf fern glass"
STARTS, ENDS = "ba de gi ko lu ma ne", "ra si to vu za xo pi fo"
NAMES = [start + end for start in STARTS.split() for end in ENDS.split()]


def _turns(count: int = 50) -> list[RevisionTurn]:
    """Short turns whose ratings follow from nothing, so that they must be learnt by heart."""
    draw = random.Random(1)

    def words(number: int) -> str:
        return " ".join(draw.choice(WORDS.split()) for _ in range(number))

    return [
        RevisionTurn(
            f"What is {NAMES[number]}?",
            words(8),
            f"Add {words(2)}.",
            words(10),
            draw.random() < 0.5,
            id=str(number),
        )
        for number in range(count)
    ]


class Words:
    """A tokenizer that numbers words as they come, for what needs no model; 1 is the end."""

    eos_token_id = 1
    all_special_tokens = ("</s>", "<pad>")

    def __init__(self) -> None:
        self.words: dict[str, int] = {"</s>": 1}

    def __call__(self, text: str, add_special_tokens: bool) -> dict[str, list[int]]:
        """The numbers of the words."""
        return {"input_ids": [self.words.setdefault(w, len(self.words) + 1) for w in text.split()]}

    def decode(self, ids: tuple[int, ...]) -> str:
        """The words again."""
        by_id = {number: word for word, number in self.words.items()}
        return " ".join(by_id[number] for number in ids)


# What is read and written


def test_a_source_holds_the_four_texts_behind_their_labels():
    """The order is instruction, question, old answer, new answer, and then the end."""
    tokenizer = Words()
    turn = RevisionTurn("Why sieve?", "It sorts.", "Add one fact.", "It sorts.\n\nBy size.")
    encoded = encode(turn, tokenizer, 100)
    assert tokenizer.decode(encoded.ids) == (
        "Instruction: Add one fact. Question: Why sieve? Answer before: It sorts. "
        "Answer after: It sorts. || By size. </s>"
    )
    assert encoded.cut == 0


def test_too_long_answers_lose_their_middle_and_the_instruction_nothing():
    """22 tokens: the end, 6 of labels, 1 + 1 of instruction and question, so 13 for the answers."""
    tokenizer = Words()
    turn = RevisionTurn("Q", " ".join("abcdefghijkl"), "I", " ".join("mnopqrstuvwx"))
    encoded = encode(turn, tokenizer, 22)
    assert tokenizer.decode(encoded.ids) == (
        "Instruction: I Question: Q Answer before: a b c ... k l Answer after: m n o ... v w x </s>"
    )
    assert (len(encoded.ids), encoded.cut) == (22, 24 - 13)


@pytest.mark.parametrize(
    ("lengths", "budget", "kept"),
    [
        ((5, 5, 20, 20), 50, (5, 5, 20, 20)),
        ((5, 5, 40, 20), 50, (5, 5, 20, 20)),
        ((5, 5, 10, 90), 50, (5, 5, 10, 30)),
        ((5, 5, 90, 91), 51, (5, 5, 20, 21)),
        # An instruction of 100 leaves the answers half, and the question a quarter of the rest.
        ((100, 100, 100, 100), 40, (15, 5, 10, 10)),
        ((100, 2, 100, 100), 40, (18, 2, 10, 10)),
        ((100, 2, 3, 0), 40, (35, 2, 3, 0)),
        ((0, 0, 0, 0), 40, (0, 0, 0, 0)),
    ],
)
def test_shares_by_hand(lengths, budget, kept):
    """Worked on paper: answers give way first, down to half, and share what is there."""
    assert shares(lengths, budget) == kept


@given(st.lists(st.integers(0, 3000), min_size=4, max_size=4), st.integers(40, 2048))
def test_shares_fit_waste_nothing_and_spare_the_instruction(lengths, budget):
    """All of the budget is used where there is text for it, and no more than that."""
    kept = shares(lengths, budget)
    assert all(0 <= size <= length for size, length in zip(kept, lengths, strict=True))
    assert sum(kept) == min(budget, sum(lengths))
    if lengths[0] + lengths[1] <= budget // 2:
        assert kept[:2] == tuple(lengths[:2])


@given(st.lists(st.text(max_size=60), min_size=4, max_size=4), st.integers(64, 80))
def test_any_text_is_within_the_limit_and_ends_once(texts, limit):
    """Whatever the texts hold, the source has one end, and it is the last token."""
    encoded = encode(RevisionTurn(*texts), Words(), limit)
    assert len(encoded.ids) <= limit
    assert encoded.ids[-1] == 1
    assert 1 not in encoded.ids[:-1]


def test_the_text_of_a_special_token_is_only_text():
    """An answer that holds `</s>` does not end the source."""
    tokenizer = Words()
    ids = encode(RevisionTurn("a", "b", "c", "</s> d <pad>"), tokenizer, 99).ids
    assert ids.count(1) == 1
    assert tokenizer.decode(ids).endswith("Answer after: < /s> d < pad> </s>")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("one\ntwo", "one | two"),
        (" one \r\n \r\n\ttwo  three\n", "one || two three"),
        ("one\n\n\n\ntwo\n- three", "one || two | - three"),
        ("half \ud800", "half \ufffd"),
        ("", ""),
    ],
)
def test_line_breaks_are_written_as_bars(text, line):
    """Paragraphs stay visible to a tokenizer that knows no line breaks."""
    assert one_line(text) == line


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("Rating: good", True),
        ("Rating : bad", False),
        ("rating:good ", True),
        ("good", None),
        ("Rating: good Rating: bad", None),
        ("Rating: not good", None),
        ("", None),
    ],
)
def test_only_the_two_targets_are_ratings(text, good):
    """A text that is neither target is no rating, however close it comes."""
    assert read_rating(text) is good


# What needs no torch


def test_the_best_epoch_is_the_first_of_the_most_accurate():
    """Neither a lower loss nor fewer unparsed ratings decide."""
    epochs = [Epoch(1, 1.0, 10, 4, 0), Epoch(2, 0.9, 10, 7, 1), Epoch(3, 0.1, 10, 7, 0)]
    assert best_of(epochs).number == 2


def test_a_turn_is_known_by_its_texts():
    """Its rating and where it comes from are no part of what it is known by."""
    turn = RevisionTurn("q", "p", "i", "a", True, "s", "1")
    assert turn_digest(turn) == turn_digest(RevisionTurn("q", "p", "i", "a", False))
    assert turn_digest(turn) != turn_digest(RevisionTurn("q", "i", "p", "a", True, "s", "1"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "is no judge: it has no tamis-judge.json"),
        ("{", "is not JSON"),
        ("[]", "is not the record of a judge of revisions"),
        ('{"kind": "kiwi-judge", "text_format": 0}', "text format 0 and this version of Tamis"),
        ('{"kind": "kiwi-judge", "text_format": 1}', "cannot be read, so it is unknown which"),
    ],
)
def test_a_folder_that_is_no_judge_is_refused_in_a_sentence(tmp_path, text, said):
    """No record, a broken one, one of something else, of another format, without its turns."""
    if text is not None:
        (tmp_path / RECORD).write_text(text)
    with pytest.raises(InputError, match=said):
        open_finetuned(tmp_path)


@pytest.mark.parametrize(
    "wrong",
    [
        *({"epochs": 0}, {"batch": 0}, {"at_once": 0}, {"max_source_tokens": 63}),
        *({"learning_rate": 1}, {"seed": -1}, {"seed": 2**32}),
    ],
)
def test_settings_out_of_range_are_refused(wrong):
    """Each setting has a least value."""
    with pytest.raises(InputError):
        Settings(**wrong)


def test_without_the_extra_one_sentence_says_what_to_install(tamis_here, monkeypatch, tmp_path):
    """Where torch is installed it is hidden, so that this runs everywhere."""
    monkeypatch.setitem(sys.modules, "torch", None)
    done = tamis_here("train", "kiwi-judge", "--data", "mini", "--out", "judge", check=2)
    assert "pip install 'tamis[train]'" in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "judge").exists()
    with pytest.raises(InputError, match="pip install"):
        train(_turns(4), _turns(4), tmp_path / "judge")


@pytest.mark.parametrize(
    ("training", "validation", "said"),
    [
        ([], _turns(2), "no rated turns for training"),
        (_turns(9), [RevisionTurn("q", "p", "i", "a")], "no rated turns for validation"),
        ([RevisionTurn("q", "p", "i", "a", True)] * 3, _turns(2), "All 3 training turns"),
    ],
)
def test_data_that_nothing_can_be_learnt_from_are_refused(tmp_path, training, validation, said):
    """No turns, no rated turns, or one rating only."""
    with pytest.raises(InputError, match=said):
        train(training, validation, tmp_path / "judge")


# Training, with a tiny T5 of random weights


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """A folder with a T5 of some 170,000 random weights and a tokenizer of the turns' words."""
    torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
    transformers = pytest.importorskip("transformers", reason="the extra `train` is not installed")
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    # Several threads on so small a model only wait for each other.
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("base")
    words = Tokenizer(models.WordLevel(unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    texts = [" ".join((t.question, t.previous, t.instruction, t.answer)) for t in _turns()]
    words.train_from_iterator(
        [*texts, *LABELS, "Rating: good bad | || ..."],
        trainers.WordLevelTrainer(special_tokens=["<pad>", "</s>", "<unk>"]),
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )
    tokenizer.save_pretrained(folder)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        config = transformers.T5Config(
            vocab_size=len(tokenizer),
            d_model=64,
            d_kv=16,
            d_ff=128,
            num_layers=2,
            num_heads=4,
            dropout_rate=0.0,
            pad_token_id=0,
            eos_token_id=1,
            decoder_start_token_id=0,
        )
        transformers.T5ForConditionalGeneration(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def dropping(base, tmp_path_factory):
    """The same with dropout, so that the seeds of the steps matter."""
    folder = tmp_path_factory.mktemp("dropping")
    for file in base.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "dropout_rate": 0.1}))
    return folder


JUDGE = {
    *("config.json", "generation_config.json", "model.safetensors", "seen-turns.txt"),
    *("tamis-judge.json", "tokenizer.json", "tokenizer_config.json"),
}


def _settings(base, **others) -> Settings:
    given = {"epochs": 3, "batch": 10, "learning_rate": 3e-3, "at_once": 10, **others}
    return Settings(str(base), **given)


@pytest.fixture(scope="module")
def learnt(base, tmp_path_factory):
    """A judge that was trained until it knew 50 turns by heart."""
    out = tmp_path_factory.mktemp("learnt") / "judge"
    return train(_turns(), _turns(), out, _settings(base, epochs=30), split={"by": "turn"})


def test_fifty_turns_are_learnt_by_heart_and_known_after_opening(learnt):
    """Ratings drawn by lot: nothing but the training can have told them."""
    assert learnt.best.right >= 49
    judged = open_finetuned(learnt.folder).judge(_turns())
    right = sum(one.good is turn.good for one, turn in zip(judged, _turns(), strict=True))
    assert right == learnt.best.right
    assert {one.outcome for one in judged} == {"ok"}
    assert all((one.p_good > 0.5) is one.good for one in judged)


def test_the_folder_is_a_judge_and_nothing_else(learnt):
    """Model, record and turns stay; checkpoints and their pickles do not."""
    assert {path.name for path in learnt.folder.iterdir()} == JUDGE
    record = json.loads((learnt.folder / RECORD).read_text())
    assert record["history"][record["best_epoch"] - 1]["right"] == learnt.best.right
    assert record["turns"]["training"] == {
        "turns": 50,
        "good": sum(turn.good for turn in _turns()),
        "cut": 0,
        "unrated": 0,
    }
    assert (record["seed"], record["split"]) == (0, {"by": "turn"})


def test_a_judge_tells_the_turns_that_it_was_trained_on(learnt):
    """So that it is not tested on them."""
    judge = open_finetuned(learnt.folder)
    assert all(judge.saw(turn) for turn in _turns())
    assert not judge.saw(RevisionTurn("q", "p", "i", "a"))


def test_the_probability_is_the_models_own(learnt):
    """Against one pass of the model over the start of the target, read from the folder afresh."""
    import torch
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    model = AutoModelForSeq2SeqLM.from_pretrained(learnt.folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(learnt.folder)
    start, good, bad = (tokenizer(text)["input_ids"] for text in ("Rating:", "good", "bad"))
    for turn in _turns(3):
        source = torch.tensor([encode(turn, tokenizer, 2048).ids])
        with torch.no_grad():
            logits = model(source, decoder_input_ids=torch.tensor([[0, *start]])).logits[0, -1]
        expected = torch.softmax(logits[[*good, *bad]], dim=0)[0].item()
        # Together with others of another length, so that padding must not matter.
        longer = RevisionTurn(turn.question * 3, turn.previous * 9, "", turn.answer)
        judged = open_finetuned(learnt.folder).judge([turn, longer])[0]
        assert judged.p_good == pytest.approx(expected, abs=1e-4)


def test_losses_are_those_of_adam_with_a_linear_schedule(base, tmp_path):
    """Against a loop with the scheduler of transformers; whole batches, so order is nothing."""
    import torch
    from transformers import (
        AutoModelForSeq2SeqLM,
        AutoTokenizer,
        get_linear_schedule_with_warmup,
    )

    turns = _turns(12)
    tokenizer = AutoTokenizer.from_pretrained(base)
    model = AutoModelForSeq2SeqLM.from_pretrained(base)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    schedule = get_linear_schedule_with_warmup(optimizer, 0, 4)
    sources = [list(encode(turn, tokenizer, 2048).ids) for turn in turns]
    batch = tokenizer.pad({"input_ids": sources}, return_tensors="pt")
    labels = [[*tokenizer(f"Rating: {'good' if t.good else 'bad'}")["input_ids"], 1] for t in turns]
    expected = []
    for _ in range(4):
        loss = model(**batch, labels=torch.tensor(labels)).loss
        loss.backward()
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        expected.append(loss.item())
    settings = _settings(base, epochs=4, batch=12, learning_rate=1e-2, at_once=5)
    trained = train(turns, turns, tmp_path / "judge", settings)
    assert [epoch.loss for epoch in trained.epochs] == pytest.approx(expected, rel=1e-3)


class Stopped(Exception):
    """Stands for a kill: nothing of Tamis catches it."""


def _stop_at(words: str):
    def say(doing: str) -> None:
        if doing.startswith(words):
            raise Stopped(doing)

    return say


# Enough small steps for the later epochs to be the better ones.
SMALL = {"epochs": 4, "batch": 2, "at_once": 2}


def _made(trained: Trained) -> tuple[tuple[Epoch, ...], bytes]:
    """All that a training has made: its epochs, losses among them, and its weights."""
    return trained.epochs, (trained.folder / "model.safetensors").read_bytes()


@pytest.fixture(scope="module")
def whole(dropping, tmp_path_factory):
    """What a training that was not stopped makes; not its first epoch is the best one."""
    out = tmp_path_factory.mktemp("whole") / "judge"
    trained = train(_turns(20), _turns(20), out, _settings(dropping, **SMALL))
    assert trained.best.number > 1
    return _made(trained)


def test_the_same_seed_makes_the_same_weights_and_another_one_others(dropping, whole, tmp_path):
    """To the last bit, on a CPU, whatever was drawn by lot before."""
    import torch

    torch.rand(1)
    again = train(_turns(20), _turns(20), tmp_path / "again", _settings(dropping, **SMALL))
    assert _made(again) == whole
    other = train(_turns(20), _turns(20), tmp_path / "other", _settings(dropping, **SMALL, seed=1))
    assert _made(other) != whole


@pytest.mark.parametrize(
    ("stop", "resumed"),
    [
        ("epoch 1 of 4: 10 of 20", 0),
        ("epoch 2 of 4: 10 of 20", 1),
        ("epoch 3 of 4: validating", 2),
        ("keeping epoch 2", 1),
        ("writing", 4),
    ],
)
def test_a_stopped_training_goes_on_to_the_same_weights(dropping, whole, tmp_path, stop, resumed):
    """Wherever it was stopped; until it is finished the folder is no judge."""
    out, args = tmp_path / "judge", (_turns(20), _turns(20))
    with pytest.raises(Stopped):
        train(*args, out, _settings(dropping, **SMALL), say=_stop_at(stop))
    with pytest.raises(InputError, match="is no judge"):
        open_finetuned(out)
    # What a kill in the middle of writing leaves behind.
    part = out / "checkpoints" / f"checkpoint-{10 * (resumed + 1)}"
    part.mkdir()
    for half in (part / "model.safetensors", part / "trainer_state.json", out / "config.json"):
        half.write_bytes(b"{")
    trained = train(*args, out, _settings(dropping, **SMALL))
    assert trained.resumed == resumed
    assert _made(trained) == whole
    assert {path.name for path in out.iterdir()} == JUDGE


def test_a_full_disk_is_one_sentence_and_the_training_goes_on(
    dropping, whole, tmp_path, monkeypatch
):
    """The optimizer of the second epoch does not fit; the folder may be moved before the rest."""
    import torch

    args, saved = (_turns(20), _turns(20)), torch.save

    def full(what, where):
        if "checkpoint-20" in str(where):
            raise OSError(28, "No space left on device")
        saved(what, where)

    with monkeypatch.context() as patch:
        patch.setattr(torch, "save", full)
        with pytest.raises(InputError, match=r"cannot be written .*No space left.* make room"):
            train(*args, tmp_path / "judge", _settings(dropping, **SMALL))
    moved = (tmp_path / "judge").rename(tmp_path / "moved")
    trained = train(*args, moved, _settings(dropping, **SMALL))
    assert trained.resumed == 1
    assert _made(trained) == whole


@pytest.mark.parametrize("name", ["optimizer.pt", "scheduler.pt", "rng_state.pth"])
def test_a_pickle_in_a_checkpoint_runs_no_code(dropping, tmp_path, name):
    """Nor does a training go on from it."""
    out, args = tmp_path / "judge", (_turns(20), _turns(20))
    with pytest.raises(Stopped):
        train(*args, out, _settings(dropping, **SMALL), say=_stop_at("epoch 2"))

    class Code:
        def __reduce__(self):
            return open, (str(tmp_path / "ran"), "w")

    (out / "checkpoints" / "checkpoint-10" / name).write_bytes(pickle.dumps(Code(), protocol=2))
    with pytest.raises(pickle.UnpicklingError, match=r"[Ww]eights.only"):
        train(*args, out, _settings(dropping, **SMALL))
    assert not (tmp_path / "ran").exists()


def test_only_the_best_and_the_last_epoch_are_on_disk(dropping, whole, tmp_path):
    """With their optimizers, so that any of them can be gone on from."""
    out, best = tmp_path / "judge", max(whole[0], key=lambda epoch: (epoch.right, -epoch.number))
    with pytest.raises(Stopped):
        train(_turns(20), _turns(20), out, _settings(dropping, **SMALL), say=_stop_at("writing"))
    kept = {path.name for path in (out / "checkpoints").glob("checkpoint-*")}
    assert {"checkpoint-40", f"checkpoint-{10 * best.number}"} <= kept
    assert len(kept) == 2


def test_a_training_prints_nothing_and_leaves_random_draws_alone(dropping, tmp_path, capfd):
    """Trainer by itself prints figures and seeds what the caller draws from."""
    import numpy as np
    import torch

    def drawn():
        return random.random(), np.random.rand(), torch.rand(1).item()

    def seeded():
        random.seed(5), np.random.seed(5), torch.manual_seed(5)

    seeded()
    undisturbed = drawn()
    seeded()
    train(_turns(9), _turns(3), tmp_path / "judge", _settings(dropping, epochs=1))
    assert drawn() == undisturbed
    seeded()
    with pytest.raises(Stopped):
        train(*(_turns(9),) * 2, tmp_path / "no", _settings(dropping), say=_stop_at("epoch 2"))
    assert drawn() == undisturbed
    assert capfd.readouterr() == ("", "")


def test_a_judge_that_is_there_is_left_as_it_is(dropping, tmp_path):
    """The same command again trains nothing; another seed is refused."""
    out, args = tmp_path / "judge", (_turns(20), _turns()[20:30])
    first = train(*args, out, _settings(dropping, epochs=1))
    written = (out / RECORD).stat().st_mtime_ns
    # A kill may have come before these were removed.
    (out / "checkpoints" / "epoch-1" / "model").mkdir(parents=True)
    again = train(*args, out, _settings(dropping, epochs=1))
    assert not (out / "checkpoints").exists()
    assert (again.epochs, again.resumed) == (first.epochs, 1)
    assert (out / RECORD).stat().st_mtime_ns == written
    with pytest.raises(InputError, match="begun with seed 0 and not 7"):
        train(*args, out, _settings(dropping, epochs=1, seed=7))


def test_a_training_does_not_go_on_with_other_data_or_settings(dropping, tmp_path):
    """The sentence names what is not as it was."""
    out = tmp_path / "judge"
    with pytest.raises(Stopped):
        train(_turns(20), _turns(9), out, _settings(dropping), say=_stop_at("epoch 2"))
    with pytest.raises(InputError, match="begun with epochs 3 and not 4"):
        train(_turns(20), _turns(9), out, _settings(dropping, epochs=4))
    with pytest.raises(InputError, match="begun with fingerprint"):
        train(_turns(21), _turns(9), out, _settings(dropping))


def test_a_folder_with_other_files_is_not_trained_into(base, tmp_path):
    """Nothing is written beside files of another kind."""
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(InputError, match="holds other files"):
        train(_turns(20), _turns(9), tmp_path, _settings(base))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_training_that_an_older_tamis_began_is_not_gone_on_with(base, tmp_path):
    """Its checkpoints were of another form."""
    (tmp_path / "checkpoints" / "epoch-1" / "model").mkdir(parents=True)
    (tmp_path / "checkpoints" / "begun.json").write_text("{}")
    with pytest.raises(InputError, match="holds other files; give --out a new folder"):
        train(_turns(20), _turns(9), tmp_path, _settings(base))


def test_a_batch_that_a_gpu_cannot_hold_is_halved(base, tmp_path, monkeypatch):
    """10 do not fit, nor 5, but 3 do; where not even one does, a sentence says so."""
    import torch
    from transformers import Trainer

    held, step = [], Trainer.training_step

    def full(most):
        def some(self, model, inputs, *given):
            if len(inputs["labels"]) > most:
                raise torch.cuda.OutOfMemoryError
            held.append(len(inputs["labels"]))
            return step(self, model, inputs, *given)

        return some

    args = (_turns(20), _turns(4))
    whole = train(*args, tmp_path / "whole", _settings(base, epochs=1))
    monkeypatch.setattr(Trainer, "training_step", full(3))
    trained = train(*args, tmp_path / "judge", _settings(base, epochs=1))
    assert trained.record["on_the_device"] == 3
    assert held == [3, 3, 3, 1] * 2
    assert trained.best.loss == pytest.approx(whole.best.loss, rel=1e-5)
    monkeypatch.setattr(Trainer, "training_step", full(0))
    with pytest.raises(InputError, match="does not hold one turn of 2048 tokens"):
        train(*args, tmp_path / "none", _settings(base, epochs=1))


def test_turns_without_a_rating_are_counted_and_left_out(base, tmp_path):
    """Neither learnt from nor validated on."""
    unrated = [RevisionTurn("q", "p", "i", "a")] * 2
    args = ([*_turns(10), *unrated], [*_turns(3), *unrated])
    trained = train(*args, tmp_path / "judge", _settings(base, epochs=1))
    turns = trained.record["turns"]
    assert [turns[which]["turns"] for which in ("training", "validation")] == [10, 3]
    assert [turns[which]["unrated"] for which in ("training", "validation")] == [2, 2]


def test_what_is_no_rating_is_unparsed(base, tmp_path):
    """Hardly trained at all, the model writes anything."""
    settings = _settings(base, epochs=1, learning_rate=1e-9)
    trained = train(_turns(10), _turns(4), tmp_path / "judge", settings)
    judged = open_finetuned(trained.folder).judge(_turns(4))
    assert trained.best.unparsed == 4
    assert {(one.good, one.outcome) for one in judged} == {(None, "unparsed")}


def test_what_a_judge_did_not_see_is_counted(base, tmp_path):
    """In the record of the training, and with each judgement."""
    settings = _settings(base, epochs=1, max_source_tokens=64)
    long = RevisionTurn("What is bara?", "cat " * 80, "Add dog.", "cat " * 80, True)
    trained = train([*_turns(4), long], _turns(4), tmp_path / "judge", settings)
    assert trained.record["turns"]["training"]["cut"] == 1
    whole, cut = open_finetuned(trained.folder).judge([_turns(1)[0], long])
    assert (whole.cut, cut.cut > 80) == (0, True)


@pytest.fixture
def copied(learnt, tmp_path):
    """A copy of a judge, to be broken."""
    for file in learnt.folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


def test_pickled_weights_are_not_read(copied):
    """A pickle may run code when it is read."""
    import torch
    from safetensors.torch import load_file

    weights = copied / "model.safetensors"
    torch.save(load_file(weights), copied / "pytorch_model.bin")
    weights.unlink()
    with pytest.raises(InputError, match="safetensors"):
        open_finetuned(copied)


def test_code_of_the_folders_own_is_not_run(copied):
    """A judge from someone else is data."""
    config = json.loads((copied / "config.json").read_text())
    config |= {"model_type": "own", "auto_map": {"AutoConfig": "own.Own"}}
    (copied / "config.json").write_text(json.dumps(config))
    (copied / "own.py").write_text(f"open({str(copied / 'ran')!r}, 'w')\nclass Own: pass\n")
    with pytest.raises(InputError, match="cannot be loaded"):
        open_finetuned(copied)
    assert not (copied / "ran").exists()


def test_cut_weights_and_missing_weights_are_refused(copied):
    """Weights that are not there would be random."""
    from safetensors.torch import load_file, save_file

    weights = copied / "model.safetensors"
    whole = weights.read_bytes()
    weights.write_bytes(whole[:-1000])
    with pytest.raises(InputError, match="cannot be loaded"):
        open_finetuned(copied)
    weights.write_bytes(whole)
    tensors = load_file(weights)
    del tensors["encoder.final_layer_norm.weight"]
    save_file(tensors, weights, metadata={"format": "pt"})
    with pytest.raises(InputError, match=r"lacks weights .*encoder.final_layer_norm.weight"):
        open_finetuned(copied)


def test_a_base_or_a_device_that_is_not_there_is_one_sentence(base, tmp_path):
    """And the same --out can be used once it is put right."""
    args = (_turns(9), _turns(3), tmp_path / "judge")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="cannot be loaded"):
        train(*args, _settings(tmp_path / "empty"))
    with pytest.raises(InputError, match="cannot use the device 'toaster'"):
        train(*args, _settings(base), device="toaster")
    # Neither has begun a training that the right settings would then contradict.
    assert train(*args, _settings(base, epochs=1)).best.turns == 3


def test_a_vocabulary_that_cannot_write_the_ratings_is_refused():
    """A judge that cannot say good or bad is none."""
    from tamis.writing.revision.finetuned.text import targets

    class Mute(Words):
        def decode(self, ids, skip_special_tokens=True):
            """Nothing that can be read."""
            return "?"

    with pytest.raises(InputError, match="cannot write 'Rating: good'"):
        targets(Mute())


def test_the_command_trains_goes_on_and_says_what_it_did(tamis_here, base, tmp_path):
    """Trained, trained already, and refused with another seed."""
    with (tmp_path / "data.jsonl").open("w") as file:
        for number in range(10):
            turns = [
                {"instruction": "Add.", "answer_1": f"{number} {k}", "answer_2": "", "rating": said}
                for k, said in enumerate(("good", "neutral", "bad", "good"))
            ]
            question = {"original_question": f"{number}?", "model_name": "gpt-4"}
            row = {**question, "initial_answer": "One.", "interaction": turns}
            file.write(json.dumps(row) + "\n")
    args = ("train", "kiwi-judge", "--data", "data.jsonl", "--out", "judge", "--base", str(base))
    args += ("--epochs", "1", "--at-once", "16", "--max-source-tokens", "256", "--by", "session")
    first = tamis_here(*args)
    assert "epoch 1: loss " in first.out
    # 40 turns of 10 sessions: two sessions reach the 186/1260 of them that validate.
    assert "validation: 8 turns, 4 good; 0 shortened to 256 tokens\n" in first.out
    assert first.out.endswith("`tamis run kiwi -T judge=judge`.\n")
    again = tamis_here(*args)
    assert "judge is already trained" in again.out
    wrong = tamis_here(*args, "--seed", "3", check=2)
    assert "begun with seed 0 and not 3" in wrong.err
