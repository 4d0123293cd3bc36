"""Everything the client says, as whole sentences: the host sends codes and values, these modules word them."""
