"""Who answers: policies and the bots made of them."""
