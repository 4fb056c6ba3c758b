"""HEAD requests: each page answers them as it answers GET, with the same headers and no body."""

from __future__ import annotations

from starlette.types import Message, Send

from tamis.studio.people.login_sessions import LoginSession


class HeadSent(Exception):
    """Raised into a response that is sent in pieces, such as a stream, to end it."""


def headers_only(send: Send, login: LoginSession) -> Send:
    """Pass on the status and the headers of a response to GET, and an empty body.

    The messages for the next page stay in the browser's cookie: nobody has seen them. The response
    is ended with HeadSent where more of its body is to come.
    """

    async def send_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            login.messages.clear()
            login.had_messages = False
            await send(message)
        elif message["type"] == "http.response.body":
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            if message.get("more_body"):
                raise HeadSent

    return send_headers
