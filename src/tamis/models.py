"""Adapters that give Inspect's models the interfaces of `tamis.types` (Chat, Dialogue, …).

Import it where models are called: Inspect takes over a second to import, and a report calls none.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import warnings
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, cast
from urllib.parse import unquote, urlsplit

import inspect_ai.tool as inspect_tool
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ContentText,
    GenerateConfig,
    Model,
    ModelName,
    ModelOutput,
    ModelUsage,
    ResponseSchema,
    StreamEvent,
    get_model,
    get_model_info,
    model_roles,
)
from inspect_ai.util import LimitExceededError, json_schema
from pydantic import BaseModel

from tamis import spending
from tamis.call_errors import (
    NO_STREAM,
    CallFailed,
    counts_soundly,
    is_malformed,
    late,
    refuse_malformed,
    shortened,
    why,
)
from tamis.spending import Tokens
from tamis.text.normalised import whole
from tamis.text.secrets import (
    holds_secret,
    masked_within,
    remember,
    remember_environment,
    remember_password,
    without_secrets,
)
from tamis.types import (
    Chat,
    Dialogue,
    Generate,
    InputError,
    Message,
    Reply,
    StreamingModel,
    System,
    TokenKinds,
    Tool,
    ToolCall,
)


def chat(
    model: Model, max_tokens: int, structured: bool = True, temperature: float | None = None
) -> Chat:
    """A model of Inspect as a Chat.

    A failed call raises CallFailed, so that the sample can be run again; a prompt longer than the
    context fails every time, and gives a failed reply. `structured`: send the schema of the reply
    to providers that accept one. `temperature` is for models of a role, for which a task's own
    settings are not used; None leaves it to the task or to the provider. `max_tokens` is for a
    model that has no setting of its own.
    """

    async def ask(messages: Sequence[str], schema: type[BaseModel] | None = None) -> Reply:
        sent: list[ChatMessage] = [
            ChatMessageSystem(content=text)
            if isinstance(text, System)
            else ChatMessageUser(content=text)
            for text in messages
        ]
        most = model.config.max_tokens or max_tokens
        config = GenerateConfig(max_tokens=most, temperature=temperature)
        if schema is not None and structured:
            config.response_schema = _form(schema)
        return await _generate(model, sent, config)

    return ask


def context_length(model: str) -> int | None:
    """The tokens of a model's context, by its Inspect name; None where Inspect does not know it."""
    info = get_model_info(model)
    return info.context_length if info is not None else None


def dialogue(
    model: Model,
    max_tokens: int,
    native: bool | Literal["auto"] = "auto",
    temperature: float | None = None,
) -> Dialogue:
    """A model of Inspect in dialogues, with tools where it supports them; fails as `chat` does.

    With `native` "auto" tool calls are used unless the provider is known not to support them. Some
    servers report only on a call that they have no tools, or that tools are switched off: that
    reply has failed, and `native` is False from then on. True and False are not changed.
    """
    most = model.config.max_tokens or max_tokens
    return _Dialogue(model, GenerateConfig(max_tokens=most, temperature=temperature), native)


@dataclass(frozen=True)
class _Call(ToolCall):
    """A tool call with the message that it was in.

    Some providers require the whole message again, such as its signed reasoning.
    """

    message: ChatMessageAssistant | None = field(default=None, compare=False, repr=False)


class _Dialogue:
    def __init__(
        self, model: Model, config: GenerateConfig, native: bool | Literal["auto"]
    ) -> None:
        self.native = ModelName(model).api not in _WITHOUT_TOOLS if native == "auto" else native
        self._model, self._config = model, config
        self._unsure = native == "auto"

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        names = {call.id: call.name for message in messages for call in message.calls}
        sent = [_message(message, names) for message in messages]
        try:
            reply = await _generate(self._model, sent, self._config, [*map(_tool, tools)])
        except CallFailed as error:
            if not (tools and self._unsure and error.refused and _TOOLS.search(str(error))):
                raise
            self.native = False
            return Reply("", failed=str(error))
        self._unsure = self._unsure and not reply.calls
        return reply


_WITHOUT_TOOLS = frozenset(
    {
        "nnterp",
        "none",
        "openai-api-completions",
        "perplexity",
        "transformer_lens",
        "vllm-completions",
    }
)
_TOOLS = re.compile(r"\btools?\b|tool[-_ ]?(?:choice|call)|function[-_ ]?call", re.I)


def _message(message: Message, names: Mapping[str, str]) -> ChatMessage:
    if message.role == "system":
        return ChatMessageSystem(content=message.text)
    if message.role == "user":
        return ChatMessageUser(content=message.text)
    if message.role == "tool":
        name, id = names.get(message.call_id), message.call_id
        return ChatMessageTool(content=message.text, tool_call_id=id, function=name)
    original = getattr(message.calls[0], "message", None) if message.calls else None
    calls = [inspect_tool.ToolCall(c.id, c.name, dict(c.arguments)) for c in message.calls]
    if original is not None and (original.text, _plain(original.tool_calls)) == (
        message.text,
        _plain(calls),
    ):
        return cast(ChatMessageAssistant, original)
    return ChatMessageAssistant(content=message.text, tool_calls=calls or None)


def _plain(calls: Sequence[inspect_tool.ToolCall] | None) -> list[tuple[str, str, object]]:
    return [(call.id, call.function, call.arguments) for call in calls or ()]


def _tool(tool: Tool) -> inspect_tool.ToolInfo:
    form = json_schema(tool.arguments)
    parameters = inspect_tool.ToolParams(
        properties=form.properties or {}, required=form.required or []
    )
    return inspect_tool.ToolInfo(
        name=tool.name, description=tool.description, parameters=parameters
    )


async def _generate(
    model: Model,
    sent: list[ChatMessage],
    config: GenerateConfig,
    tools: Sequence[inspect_tool.ToolInfo] = (),
    on_stream: Callable[[StreamEvent], Awaitable[None]] | None = None,
) -> Reply:
    own = GenerateConfig(**greedy(model, config.temperature))
    try:
        output = await model.generate(
            sent, tools=tools, config=config.merge(own), on_stream=on_stream
        )
    except LimitExceededError:
        raise
    except Exception as error:
        raise CallFailed(short_error(error, model), _rejected(_cause(error))) from None
    stopped = output.stop_reason if output.choices else "unknown"
    if stopped == "model_length" and usage_of(output) is None:
        # The provider rejected the prompt, and Inspect gives its message as the reply's text.
        return Reply("", failed="the prompt is longer than the model's context")
    tokens = tokens_of(output)
    return Reply(
        whole(output.completion),
        truncated=cut(output, config.max_tokens),
        open_ended=open_ended(output),
        refused=refused(output),
        tokens=(tokens.into, tokens.out),
        seconds=seconds_of(output),
        calls=calls_of(output),
        kinds=TokenKinds(*tokens[2:]),
    )


def calls_of(output: ModelOutput) -> tuple[_Call, ...]:
    """The tools that a reply calls, whether any was offered or not."""
    message = output.message if output.choices else None
    return tuple(
        _Call(call.id, whole(call.function), _whole(call.arguments), message)
        for call in (message.tool_calls if message else None) or ()
    )


def _whole(arguments: dict[str, Any]) -> dict[str, Any]:
    """Arguments that can be sent back: no request takes half of a surrogate pair."""
    text = json.dumps(arguments, ensure_ascii=False)
    return arguments if (sound := whole(text)) == text else cast(dict[str, Any], json.loads(sound))


def refused(output: ModelOutput) -> bool:
    """Whether the provider says that there is no answer: its filter stopped it, or a field does.

    OpenAI's `refusal` ends like any reply ("stop"); Inspect makes it the text, marked as a refusal.
    What a model writes itself in declining has no mark, and is read as any text.
    """
    if not output.choices:
        return False
    content = output.message.content
    texts = [c for c in content if isinstance(c, ContentText)] if isinstance(content, list) else []
    marked = any(text.refusal for text in texts)
    answered = any(text.text.strip() for text in texts if not text.refusal)
    calls = bool(output.message.tool_calls)
    return output.stop_reason == "content_filter" or (marked and not answered and not calls)


def cut(output: ModelOutput, max_tokens: int | None) -> bool:
    """Whether a reply was cut by a limit, or has as many tokens as are allowed.

    Providers in process (`hf/`) do not say why a reply has ended.
    """
    if not output.choices or output.stop_reason != "unknown":
        return bool(output.choices) and output.stop_reason in ("max_tokens", "model_length")
    used = usage_of(output)
    written = used.output_tokens if used is not None else 0
    return max_tokens is not None and written >= max_tokens


def uncounted(output: ModelOutput, model: Model) -> bool:
    """Whether a server of OpenAI's protocol says nothing of the tokens of a reply that can be
    counted."""
    asked = hasattr(model.api, "chat_choices_from_completion")
    return asked and bool(output.choices) and usage_of(output) is None


def open_ended(output: ModelOutput) -> bool:
    """Whether the server does not say why a reply has ended (no `finish_reason`)."""
    return bool(output.choices) and output.stop_reason == "unknown"


_CALL = "tamis_call"
"""The field of an output's metadata that has what is known of its call."""


def with_call(output: ModelOutput, seconds: float) -> ModelOutput:
    """The output with how long its call took.

    Inspect's own `time` would be that of reading the reply, where it comes from disk.
    """
    known = {**(output.metadata or {}), _CALL: {"seconds": seconds}}
    return output.model_copy(update={"metadata": known})


def counted_elsewhere(output: ModelOutput) -> ModelOutput:
    """The output of a call whose tokens another sample counts: Inspect does not add them up here.

    What the answer rests on is still known, to `usage_of`.
    """
    if output.usage is None:
        return output
    call = {**((output.metadata or {}).get(_CALL) or {}), "usage": output.usage.model_dump()}
    known = {**(output.metadata or {}), _CALL: call}
    return output.model_copy(update={"metadata": known, "usage": None})


def usage_of(output: ModelOutput) -> ModelUsage | None:
    """What the call of this output used, whichever sample counts it."""
    elsewhere = ((output.metadata or {}).get(_CALL) or {}).get("usage")
    return output.usage if elsewhere is None else ModelUsage.model_validate(elsewhere)


def seconds_of(output: ModelOutput) -> float:
    """How long the call of this output took, also where it was made by an earlier process."""
    known = ((output.metadata or {}).get(_CALL) or {}).get("seconds")
    return float(output.time or 0.0) if known is None else float(known)


def tokens_of(output: ModelOutput) -> Tokens:
    """The tokens of the call of this output; 0 where the provider gives no count."""
    used = usage_of(output)
    return Tokens() if used is None else spending.tokens_of(used.model_dump())


class _Form(ResponseSchema):
    """A schema that all calls share: Inspect copies a call's settings some seven times over."""

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> _Form:
        return self


def response_schema(schema: type[BaseModel]) -> ResponseSchema:
    """The schema of a reply, as a setting of a model."""
    return _form(schema)


@cache
def _form(schema: type[BaseModel]) -> ResponseSchema:
    """The schema of a reply; cached, as it takes longer to derive than to send."""
    return _Form(name=schema.__name__, json_schema=json_schema(schema), strict=True)


_SAMPLES = frozenset({"hf", "nnterp", "transformer_lens"})
"""Providers that always sample, and refuse a temperature of 0."""


@dataclass(frozen=True)
class AskedFor:
    """What the calls of the moment are made for: an attempt at one sample of a run.

    `temperature` is the one that the task gives its model. `counted` are the calls whose tokens
    this attempt has counted, each with its messages, as it may need the same reply twice.
    """

    run: str = ""
    sample: str = ""
    epoch: int = 1
    temperature: float | None = None
    counted: dict[str, object] = field(default_factory=dict)


_asked_for: ContextVar[AskedFor | None] = ContextVar("what calls are made for", default=None)


def calls_are_for(sample: AskedFor) -> None:
    """Say which sample the calls of this context are made for, from now on."""
    _asked_for.set(sample)


def asked_for() -> AskedFor:
    """The sample that calls are made for; an empty one outside any."""
    return _asked_for.get() or AskedFor()


def greedy(model: Model, temperature: float | None = None) -> dict[str, Any]:
    """Settings for a temperature of 0 with a provider that always samples: the likeliest token.

    Empty for other providers and temperatures. `temperature` is that of the call; without one it
    is the model's own, or that of the task.
    """
    if ModelName(model).api not in _SAMPLES:
        return {}
    for chosen in (temperature, model.config.temperature, asked_for().temperature):
        if chosen is not None:
            return {"temperature": 1.0, "top_k": 1} if chosen == 0 else {}
    return {}


def evaluated() -> Model:
    """The model that a run evaluates."""
    return _ours(get_model())


def of_role(role: str) -> Model:
    """The model that a run has bound to a role; without one the evaluated model."""
    return _ours(get_model(role=role))


def judges(role: str, max_tokens: int, temperature: float | None) -> dict[str, Chat]:
    """The models of the roles whose names begin with `role`, by model, in the order of the roles.

    `temperature` is for those without a setting of their own: settings of a role are kept, and the
    evaluated model, where it is one of them, has the temperature of the task.
    """
    bound: list[tuple[str, Model]] = []
    for name, models in sorted(model_roles().items()):
        if name.startswith(role):
            several = models if isinstance(models, list) else [models]
            bound += [(name, _ours(one)) for one in several]
    often = Counter(str(one) for _, one in bound)
    found: dict[str, Chat] = {}
    for name, one in bound:
        own = one == get_model() or one.config.temperature is not None
        shown = str(one) if often[str(one)] == 1 else f"{one} ({name})"
        key = shown if shown not in found else f"{shown} {len(found)}"
        found[key] = chat(one, max_tokens, temperature=None if own else temperature)
    return found


def generate_as(role: str) -> Generate:
    """The model of a role, which must be bound, as a function from a prompt to the reply."""
    model = _ours(get_model(role=role, required=True))

    async def generate(prompt: str) -> str:
        return (await model.generate(prompt)).completion

    return generate


Tell = Callable[[str], None]
"""Called with each failure of a call before it is tried again, or while a call is waited for."""


def open_chat(
    name: str,
    max_tokens: int,
    max_connections: int = 10,
    model_args: Mapping[str, Any] | None = None,
    temperature: float = 0,
    generation: Mapping[str, Any] | None = None,
    on_failure: Tell | None = None,
    *,
    retries: int = 3,
    attempt_timeout: float = 180,
    on_wait: Tell | None = None,
) -> Chat:
    """A model by its name, outside any task; InputError where Inspect does not know it.

    A failed call gives a failed reply with the reason; other calls are not affected. `generation`
    are fields of Inspect's GenerateConfig, which take the place of the other arguments. A call that
    fails is made again up to `retries` times, and an attempt fails after `attempt_timeout` seconds;
    while one takes long, `on_wait` is told so.
    """
    settings = {"temperature": temperature, **(generation or {})}
    config = _settings(settings, max_connections, retries)
    model = opened(name, config, model_args, on_failure, on_wait, attempt_timeout)
    ask = chat(model, max_tokens)

    async def safely(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        try:
            return await ask(messages, schema)
        except CallFailed as error:
            return Reply("", failed=str(error))

    return safely


def open_author(
    name: str,
    max_tokens: int,
    temperature: float | None,
    model_args: Mapping[str, Any] | None = None,
    retries: int = 3,
    attempt_timeout: int = 180,
    max_connections: int = 10,
    generation: Mapping[str, Any] | None = None,
    on_failure: Tell | None = None,
    streams: bool = True,
) -> StreamingModel:
    """A model by its name that writes in a dialogue; fails as `open_chat` does.

    Where a person waits for the text it `streams`, and should have few `retries`; else, and from
    a server that cannot stream, the text comes once, at its end.
    """
    settings = {"temperature": temperature, **(generation or {})}
    config = _settings(settings, max_connections, retries)
    model = opened(name, config, model_args, on_failure, seconds=attempt_timeout)
    longest = GenerateConfig(max_tokens=model.config.max_tokens or max_tokens)

    async def write(messages: Sequence[Message], on_text: Callable[[str], None]) -> Reply:
        received: list[str] = []

        async def on_event(event: StreamEvent) -> None:
            if event.type == "retry":
                received.clear()
            elif event.type == "text":
                received.append(event.text)
                on_text("".join(received))

        nonlocal streams
        sent = [_message(message, {}) for message in messages]
        try:
            reply = await _generate(model, sent, longest, on_stream=on_event if streams else None)
        except CallFailed as error:
            if not (streams and NO_STREAM in str(error)):
                return Reply("", failed=str(error))
            streams = False
            return await write(messages, on_text)
        on_text(reply.text)
        return reply

    return write


def opened(
    name: str,
    config: GenerateConfig,
    model_args: Mapping[str, Any] | None = None,
    on_failure: Tell | None = None,
    on_wait: Tell | None = None,
    seconds: float | None = None,
) -> Model:
    """A model of its own by its name; InputError where Inspect cannot make it.

    An attempt at a call is one request, and is given up after so many `seconds`, in which it does
    not wait for others. Keys, and a password in the address, reach no log and no message.
    """
    given = dict(model_args or {})
    shown = without_secrets(given)
    remember(given.get("api_key"))
    address, login = _without_login(given.get("base_url"))
    if login is not None:
        given["base_url"] = address
    # The OpenAI client retries by itself, and Inspect again: nine requests for one call.
    own = {"max_retries": 0} if name.startswith("openai-api/") else {}
    try:
        # Inspect's cached models are bound to the event loop of their first use.
        with _as_in_no_notebook():
            model = get_model(name, config=config, memoize=False, **{**own, **given})
    except Exception as error:
        # Inspect's own traceback helps nobody who has forgotten a key.
        raise InputError(f"the model {name} cannot be used: {_of_inspect(error)}.") from None
    model.model_args = without_secrets(model.model_args) if shown != given else model.model_args
    remember(getattr(model.api, "api_key", None))
    _log_in(name, model.api, login)
    alone = "max_retries" not in given
    return _ours(model, alone=alone, on_failure=on_failure, on_wait=on_wait, seconds=seconds)


@contextmanager
def _as_in_no_notebook() -> Iterator[None]:
    """Inspect makes no model in a notebook without ipywidgets, which only its displays need."""
    ipython: Any = sys.modules.get("IPython")
    if ipython is None:
        yield
        return
    there = ipython.get_ipython
    ipython.get_ipython = lambda: None
    try:
        yield
    finally:
        ipython.get_ipython = there


def _of_inspect(error: Exception) -> str:
    """Why Inspect cannot make a model, without a stop: no provider's package, no key, no name.

    Its own messages contain markup.
    """
    if isinstance(error, ImportError) and error.name:
        return (
            f"it needs the package {error.name}, which is not installed: pip install {error.name}"
        )
    text = re.sub(r"\[/?[a-z ]+\]", "", str(error))
    lines = [line.strip() for line in text.removeprefix("ERROR: ").splitlines()]
    return shortened(": ".join(filter(None, lines)))


def _without_login(address: object) -> tuple[str, tuple[str, str] | None]:
    """An address without `user:password@`, and the two."""
    if not isinstance(address, str) or "@" not in (parts := urlsplit(address)).netloc:
        return str(address), None
    login, _, server = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    remember_password(password)
    return parts._replace(netloc=server).geturl(), (unquote(user), unquote(password))


def _log_in(name: str, api: Any, login: tuple[str, str] | None) -> None:
    """Send user and password in a header: the address stands in logs.

    InputError for a provider that takes none.
    """
    address, of_environment = _without_login(api.base_url)
    if (login := login or of_environment) is None:
        return
    if not hasattr(getattr(api, "http_client", None), "auth"):
        raise InputError(
            f"the address of {name} has a user and a password, which its provider cannot send; "
            "leave them out, and give a key."
        )
    if of_environment is not None:
        api.base_url = address
        api.initialize()
    api.tamis_login = login


_SAID_AFTER = 15.0
"""After so many seconds without a reply it is said what is waited for."""


def _ours(
    model: Model,
    *,
    alone: bool = False,
    on_failure: Tell | None = None,
    on_wait: Tell | None = None,
    seconds: float | None = None,
) -> Model:
    """Have a model fail with a CallFailed that says why, and keep secrets out of what it gives.

    `alone`: the provider's client does not retry by itself.
    """
    api: Any = model.api
    if hasattr(api, "tamis_retries"):
        return model
    _like_a_server(model)
    remember_environment()
    # Of a reply that is not of the protocol the sentence says it, in few words.
    warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
    provider, api.tamis_retries = api.generate, api.should_retry
    if callable(of_provider := getattr(api, "on_response", None)):

        def on_response(response: dict[str, Any]) -> None:
            refuse_malformed(response)
            of_provider(response)

        api.on_response = on_response
    if callable(choices_of := getattr(api, "chat_choices_from_completion", None)):

        def choices_from(completion: Any, tools: Any) -> Any:
            # The reply is paid for, and is none the worse for a wrong count of its tokens.
            used = completion.usage
            used = used.model_dump(warnings=False) if isinstance(used, BaseModel) else used
            if not counts_soundly(used):
                completion.usage = None
            return choices_of(completion, tools)

        api.chat_choices_from_completion = choices_from

    async def generate(**asked: Any) -> Any:
        if alone and hasattr(getattr(api, "client", None), "max_retries"):
            api.client.max_retries = 0
        if login := getattr(api, "tamis_login", None):
            api.http_client.auth = login
        try:
            made = await _in_time(provider(**asked), model, seconds, on_wait)
        except Exception as error:
            made = _failed(error, model)
        output, call = made if isinstance(made, tuple) else (made, None)
        if isinstance(output, Exception):
            output = _failed(output, model)
            if on_failure is not None:
                on_failure(_told(output, model, asked["config"].max_retries))
            if call is None:
                raise output
        else:
            output = _masked(output)
        if call is not None and holds_secret(json.dumps(call.response, default=str)):
            call.response = masked_within(call.response)
        return output if call is None else (output, call)

    api.generate = generate
    api.should_retry = lambda error: (
        error.again if isinstance(error, CallFailed) else api.tamis_retries(error)
    )
    return model


_BUSY = 0.2
"""Seconds by which a timer comes late where this process was busy with something else."""


@asynccontextmanager
async def within(seconds: float | None) -> AsyncIterator[asyncio.Timeout]:
    """As `asyncio.timeout`, but time in which this process was busy does not count.

    A long reply takes a second to be read and scored. What has come for others in the meantime
    would be thrown away by a timer that is due as well, and paid for again.
    """
    loop = asyncio.get_running_loop()
    timer: asyncio.TimerHandle | None = None

    def due(since: float) -> None:
        nonlocal timer
        behind = loop.time() - since
        if behind > _BUSY:
            timer = loop.call_later(behind, due, loop.time() + behind)
        else:
            limit.reschedule(loop.time())

    if seconds is not None:
        timer = loop.call_later(seconds, due, loop.time() + seconds)
    try:
        async with asyncio.timeout(None) as limit:
            yield limit
    finally:
        if timer is not None:
            timer.cancel()


async def _in_time(
    call: Awaitable[Any], model: Model, seconds: float | None, on_wait: Tell | None
) -> Any:
    """The reply to a call, which is given up after so many seconds."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    until = f"; the call is given up after {seconds:g}" if seconds is not None else ""

    timer: asyncio.TimerHandle | None = None

    def tell() -> None:
        nonlocal timer
        assert on_wait is not None
        on_wait(f"{model} has not replied for {loop.time() - began:.0f} seconds{until}")
        timer = loop.call_later(_SAID_AFTER, tell)

    if on_wait is not None:
        timer = loop.call_later(_SAID_AFTER, tell)
    try:
        async with within(seconds) as limit:
            return await call
    except TimeoutError:
        if not limit.expired():
            raise
        assert seconds is not None
        raise late(seconds) from None
    finally:
        if timer is not None:
            timer.cancel()


def _masked(output: ModelOutput) -> ModelOutput:
    """An output without secrets that a server has echoed."""
    if not holds_secret(output.model_dump_json(warnings=False)):
        return output
    return ModelOutput.model_validate(masked_within(output.model_dump(mode="json")))


def _failed(error: Exception, model: Model) -> CallFailed:
    """What a provider raises, as ours."""
    if isinstance(error, CallFailed):
        return error
    api: Any = model.api
    again = type(error).__name__ == "NoStreamDataError" or api.tamis_retries(error)
    # What is not of the protocol once may be the next time.
    again = again or isinstance(error, json.JSONDecodeError) or is_malformed(error)
    return CallFailed(why(error, server_of(api)), _rejected(error), again)


def _rejected(error: BaseException) -> bool:
    """Whether the server took the request and rejected what it asks for."""
    if isinstance(error, CallFailed):
        return error.refused
    return getattr(error, "status_code", None) in (400, 404, 422, 501)


def _told(failed: CallFailed, model: Model, retries: int | None) -> str:
    said = f"{model}: {failed}"
    if not (failed.again and retries):
        return said
    often = "once" if retries == 1 else f"up to {retries} times"
    return f"{said}; such a call is tried again {often}"


def _like_a_server(model: Model) -> None:
    """Have a model of transformers (`hf/`) say of its replies what a server says.

    Without this a prompt that its context cannot hold is answered with nonsense, a reply does not
    say why it has ended, and of replies that were written together each counts the tokens of the
    longest.
    """
    api: Any = model.api
    if not hasattr(api, "hf_chat"):
        return
    provider = api.generate

    def count(text: str, **how: bool) -> int:
        return len(api.tokenizer(text, **how)["input_ids"])

    async def generate(**asked: Any) -> ModelOutput:
        most = getattr(api.model.config, "max_position_embeddings", None)
        tokens = count(api.hf_chat(asked["input"], asked["tools"]))
        if most is not None and tokens >= most:
            said = f"the prompt has {tokens:,} tokens, the context {most:,}"
            return ModelOutput.from_content(model.name, said, stop_reason="model_length")
        config: GenerateConfig = asked["config"]
        longest = config.max_tokens
        if most is not None and longest is not None:
            # What would go beyond the context is cut there.
            longest = min(longest, most - tokens)
            asked["config"] = config.model_copy(update={"max_tokens": longest})
        output: ModelOutput = await provider(**asked)
        if output.usage is None or not output.choices or longest is None:
            return output
        # The text may have a token less than was written, where it was cut within a character.
        written = count(output.completion, add_special_tokens=False)
        ended = output.usage.output_tokens < longest or written < longest - 1 - longest // 100
        output.choices[0].stop_reason = "stop" if ended else "max_tokens"
        used = output.usage
        sent = min(used.input_tokens, tokens)
        out = min(used.output_tokens, written + 1) if ended else used.output_tokens
        counts = {"input_tokens": sent, "output_tokens": out, "total_tokens": sent + out}
        output.usage = used.model_copy(update=counts)
        return output

    api.generate = generate


def _settings(
    settings: Mapping[str, Any],
    max_connections: int,
    retries: int,
) -> GenerateConfig:
    return GenerateConfig(max_retries=retries, max_connections=max_connections, **settings)


def short_error(error: BaseException, model: Model) -> str:
    """Why a call has failed, in one line without a stop: the model, and the provider's words.

    Inspect's retries have their cause in a future.
    """
    cause = _cause(error)
    said = str(cause) if isinstance(cause, CallFailed) else why(cause, server_of(model.api))
    return f"{model}: {said}"


def _cause(error: BaseException) -> BaseException:
    while (last := getattr(error, "last_attempt", None)) is not None:
        if (cause := last.exception()) is None:
            break
        error = cause
    behind = error.__cause__
    return behind if isinstance(behind, CallFailed) else error


def server_of(api: Any) -> str:
    """The name of the server that a provider asks, with its port."""
    address = api.base_url or getattr(getattr(api, "client", None), "base_url", "")
    return urlsplit(str(address)).netloc.rpartition("@")[2] or "the server"
