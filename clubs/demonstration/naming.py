"""What the club of the demonstration is called."""

CLUB = "demonstration-club"
NAME, TOWN = "Demonstration club", "Inventham"
