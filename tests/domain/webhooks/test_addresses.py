"""Nobody who types an address for a webhook reaches anything in the network of this machine."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import pytest
from environs import EnvValidationError
from hypothesis import given
from hypothesis import strategies as st

from config.receivers import own_receivers
from tournaments.webhooks.sending.addresses import (
    AddressRefused,
    check_typed,
    checked,
    is_public,
    target_of,
)

HALL = own_receivers(["192.168.1.20:9000", "fd00:5::/64:9000"])

NEVER = (
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.20",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:c0a8:114::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700::1%eth0",
    "fec0::1",
    "ff02::1",
)


@pytest.mark.parametrize("address", NEVER)
def test_an_address_that_is_not_of_the_public_internet_is_refused(address: str) -> None:
    assert not is_public(ip_address(address))
    with pytest.raises(AddressRefused) as refused:
        checked(target_of("https://example.org/"), [address], ())
    assert refused.value.code == "url.not_public"


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111", "2a00:1::1"])
def test_a_public_address_is_taken(address: str) -> None:
    assert checked(target_of("https://example.org/"), [address], ()) == [ip_address(address)]


@given(st.ip_addresses(v=4))
def test_no_ipv4_address_is_public_that_the_library_knows_as_special(address: Any) -> None:
    special = (
        address.is_private,
        address.is_loopback,
        address.is_link_local,
        address.is_multicast,
        address.is_reserved,
        address.is_unspecified,
    )
    assert not (is_public(address) and any(special))


@given(st.ip_addresses(v=6))
def test_no_ipv6_address_is_public_that_the_library_knows_as_special_or_as_a_way_in(
    address: Any,
) -> None:
    if is_public(address):
        assert address in ip_network("2000::/3")
        assert not any((address.is_private, address.is_multicast, address.is_reserved))
        assert address.ipv4_mapped is address.sixtofour is address.teredo is None


@given(st.integers(0, 2**32 - 1), st.sampled_from(["::ffff:0:0", "::", "64:ff9b::", "2002::"]))
def test_no_ipv4_address_is_reached_inside_one_of_ipv6(number: int, prefix: str) -> None:
    shift = 80 if prefix == "2002::" else 0
    inside = IPv6Address(int(IPv6Address(prefix)) | number << shift)
    assert not is_public(inside)


def test_a_name_with_one_forbidden_address_among_good_ones_is_refused() -> None:
    with pytest.raises(AddressRefused):
        checked(target_of("https://example.org/"), ["1.1.1.1", "127.0.0.1"], ())


def test_a_name_that_leads_to_the_hall_and_elsewhere_is_refused() -> None:
    with pytest.raises(AddressRefused):
        checked(target_of("http://board.local:9000/"), ["192.168.1.20", "1.1.1.1"], HALL)


def test_a_receiver_of_the_hall_is_taken_over_http_at_its_own_port_only() -> None:
    found = ["192.168.1.20"]
    assert checked(target_of("http://board.local:9000/x"), found, HALL) == [
        IPv4Address("192.168.1.20")
    ]
    assert checked(target_of("http://[fd00:5::7]:9000/"), ["fd00:5::7"], HALL)
    for url, addresses in (
        ("http://board.local:9001/", found),
        ("http://board.local/", found),
        ("http://board.local:9000/", ["192.168.1.21"]),
        ("http://board.local:9000/", ["::ffff:192.168.1.20"]),
    ):
        with pytest.raises(AddressRefused):
            checked(target_of(url), addresses, HALL)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.org/", "url.scheme"),
        ("http://example.org:443/", "url.scheme"),
        ("ftp://example.org/", "url.scheme"),
        ("file:///etc/passwd", "url.scheme"),
        ("gopher://example.org/", "url.scheme"),
        ("example.org", "url.scheme"),
        ("", "url.letters"),
        ("https://", "url.wrong"),
        ("https:///path", "url.wrong"),
        ("https://example.org:0/", "url.wrong"),
        ("https://example.org:99999/", "url.wrong"),
        ("https://example.org:x/", "url.wrong"),
        ("https://example.org/#part", "url.wrong"),
        ("https://-a.org/", "url.wrong"),
        ("https://a..org/", "url.wrong"),
        ("https://[::1/", "url.wrong"),
        ("https://[v1.a]/", "url.wrong"),
        ("https://exa%6dple.org/", "url.wrong"),
        ("https://ann:secret@example.org/", "url.userinfo"),
        ("https://example.org@127.0.0.1/", "url.userinfo"),
        ("https://example.org/a b", "url.letters"),
        ("https://example.org/\r\nX: y", "url.letters"),
        ("https://example.org\\@127.0.0.1/", "url.letters"),
        ("https://bücher.example/", "url.letters"),
        ("https://example.org:22/", "url.port"),
        ("https://example.org:6379/", "url.port"),
        ("https://127.0.0.1/", "url.not_public"),
        ("https://[::1]/", "url.not_public"),
        ("https://[::ffff:127.0.0.1]/", "url.not_public"),
        ("https://169.254.169.254/latest/meta-data/", "url.not_public"),
        ("https://example.org/" + "a" * 500, "url.long"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_when_it_is_typed(url: str, code: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        check_typed(url, ())
    assert refused.value.code == code
    assert refused.value.field == "url"


@pytest.mark.parametrize(
    "url",
    ["https://example.org", "https://EXAMPLE.org:8443/a?b=c", "https://[2606:4700::1]/x"],
)
def test_an_address_that_can_be_used_is_taken_when_it_is_typed(url: str) -> None:
    check_typed(url, ())


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "0177.0.0.1", "127.1"])
def test_another_way_to_write_a_number_is_a_name_that_is_looked_up(host: str) -> None:
    assert target_of(f"https://{host}/").host == host
    with pytest.raises(AddressRefused):
        checked(target_of(f"https://{host}/"), ["127.0.0.1"], ())


@given(st.text(max_size=80))
def test_whatever_is_typed_is_taken_or_refused_in_a_sentence(text: str) -> None:
    for url in (text, f"https://{text}", f"https://example.org:{text}/"):
        try:
            target = target_of(url)
        except AddressRefused:
            continue
        assert target.path.startswith("/")
        assert not set(target.host + target.path) & set(" \r\n\\#\t")
        assert not set(target.host) & set("@/?")


@pytest.mark.parametrize("said", ["192.168.1.20", "192.168.1.20:", "x:80", "10.0.0.0/40:80", "::1"])
def test_a_receiver_of_the_hall_without_network_or_port_stops_the_start(said: str) -> None:
    with pytest.raises(EnvValidationError):
        own_receivers([said])
