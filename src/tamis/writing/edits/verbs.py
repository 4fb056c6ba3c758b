"""The verbs that ask for text to go or to become shorter, as regular expressions in lower case."""

from __future__ import annotations

REMOVE = (
    r"remov(?:e|ing)|delet(?:e|ing)|eras(?:e|ing)|eliminat(?:e|ing)|exclud(?:e|ing)"
    r"|omit(?:ting)?|discard(?:ing)?|(?<!the )(?<!a )drop(?:ping)?|strike"
    r"|(?:tak|leav)(?:e|ing)\s+out|(?:strip|cut)\s+out|get\s+rid\s+of"
)
"""What asks for something to be taken out."""

REMOVED = (
    r"(?:remov|delet|eras|eliminat|exclud)e[sd]|(?:omit|discard|drop)s|discarded|omitted|dropped"
    r"|taken\s+out"
)
"""The same of what should be taken out; or of what was, so that it is no request by itself."""

SHORTEN = (
    r"shorten|condense|summari[sz]e|compress|concise(?:ly)?|shorter|trim|more\s+compact"
    r"|too\s+(?:long|wordy)|briefer|less\s+(?:verbose|wordy)|(?:much|more|very)\s+succinct"
    r"|fewer\s+words|halve|be\s+(?:more\s+|very\s+|as\s+)?(?:brief|succinct)|tl;?dr|tighten"
    r"|half\s+(?:as\s+long|the\s+length|its\s+length)|too\s+much\s+text"
    r"|boil\s+(?:\w+\s+){0,2}down|pare\s+down|the\s+gist"
    r"|(?:cut|pare|trim)\s+(?:it|this|everything|the\s+(?:answer|text))\s+down"
    r"|(?:just|only)\s+the\s+(?:main|key|central|most\s+important)\s+(?:points?|ideas?|findings?)"
    r"|(?:cut|reduce|limit(?!\s+the\s+number)|half)"
    r"(?=\s.{0,200}\b(?:words?|sentences?|paragraphs?|length|answer|text)\b)|reduce"
)
"""What asks for text, the whole or a part, to become shorter."""
