"""The paper's steps, each a pure function of records: what is kept, and what is dropped and why."""
