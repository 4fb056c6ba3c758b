"""KIWI's mini data, made from invented papers and what each revision of a session changed."""
