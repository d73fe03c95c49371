from __future__ import annotations

import pytest

from encore.server.domain.visitor import visitor_at


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_visitor_is_an_ipv4_address_or_an_ipv6_network(address: str, visitor: str) -> None:
    assert visitor_at(address) == visitor
