"""The works whose methods make the datasets, in BibTeX."""

from __future__ import annotations

KITAB = """\
@inproceedings{abdin2024kitab,
  title = {{KITAB}: Evaluating {LLMs} on Constraint Satisfaction for Information Retrieval},
  author = {Abdin, Marah I and Gunasekar, Suriya and Chandrasekaran, Varun and Li, Jerry and
            Yuksekgonul, Mert and Peshawaria, Rahee Ghosh and Naik, Ranjita and Nushi, Besmira},
  booktitle = {International Conference on Learning Representations},
  year = {2024}
}"""

QUEST = """\
@inproceedings{malaviya2023quest,
  title = {{QUEST}: A Retrieval Dataset of Entity-Seeking Queries with Implicit Set Operations},
  author = {Malaviya, Chaitanya and Shaw, Peter and Chang, Ming-Wei and Lee, Kenton and
            Toutanova, Kristina},
  booktitle = {Annual Meeting of the Association for Computational Linguistics},
  year = {2023}
}"""
