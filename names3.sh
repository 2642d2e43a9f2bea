source /tmp/rev-a/env.sh
nh
t(){ echo "=== $1"; shift; "$@"; echo "[rc $?]"; }
p(){ echo "=== $1"; local s=$2; shift 2; printf "$s" | $D check --sandbox - --jq '[.domain,.available,.error.message]|@csv' "$@" ; echo "[rc ${PIPESTATUS[1]}]"; }
cd /tmp/rev-a
p jsonarr '["kabul.af","herat.af"]\n'
p jsonarrpretty '[\n  "kabul.af",\n  "herat.af"\n]\n'
p jsonobjarr '[{"domain":"kabul.af","nameservers":["ns1.x.af"]},{"domain":"herat.af"}]\n'
p jsonl2 '{"name":"kabul.af"}\n{"name":"herat.af","contact":"x.af"}\n'
p jsonpretty '{\n "domain": "kabul.af",\n "ns": "ns.x.af"\n}\n'
p headname 'Name;Expires;NS\nkabul.af;2026-01-01;ns1.x.af\n'
p headDomainName 'id,Domain Name,ns\n1,kabul.af,ns1.x.af\n2,herat,\n'
p headquoted '"id","Domain"\n"1","kabul.af"\n"2","he""rat.af"\n'
p nohead 'kabul.af,12.00,2026-01-01,x.af,note\n'
p firstbad 'My shop,kabul.af\n'
p domainlabel 'domain\nkabul.af\n'
p domainonly 'domain\n'
p commentinline 'kabul.af # main\nherat.af#x\n'
p yearsmany 'kabul.af 2\nherat.af 3 years\n'
p tabs 'kabul.af\therat.af\n\t balkh.af\n'
p pipes 'kabul.af | herat.af\n| x.af | y.af |\n'
p slash 'kabul.af/herat.af\nkabul.af/x\n'
p nbsp 'kabul.af\xc2\xa0herat.af\n\xe2\x80\x8fbalkh.af\n'
p zw 'ka\xe2\x80\x8bbul.af\nka\xe2\x80\x8cbul.af\nkab\xc2\xadul.af\n'
p fullwidth 'kabul\xef\xbc\x8eaf\nkabul\xe3\x80\x82af\n\xef\xbd\x8babul.af\n'
p bad 'a_b.af\n-x.af\nx-.af\nab--cd.af\n.af\naf\nx..af\n1.2.3.4\n*.af\n%%41.af\n[::1]\nlocalhost\nxn--a.af\nxn--mnchen-3ya.af\n'
p long "$(python3 -c "print('a'*63+'.af');print('a'*64+'.af');print('.'.join(['a'*60]*5)+'.af')")\n"
p dup 'kabul.af\nKABUL.AF.\nhttp://kabul.af/\nkabul\n'
p tld 'kabul\nherat.com.af\n' --tld .af,.com.af
p tld2 'kabul\n' --tld af --tld com.af
p only 'kabul.af\nzzz.af\n-bad\n' --only unknown
p only2 'kabul.af\nzzz.af\n-bad\n' --only available
p only3 'kabul.af\nkabul2\n' --only unknown
p expect 'kabul.af\nherat.af\n' --expect taken
p expect2 'kabul.af\nherat.af\n' --expect available
p expect3 'kabul.af\n-bad\n' --expect taken
p expect4 'kabul.af\nxq.af\n' --expect taken --only available
p allbad '-bad\nx_\n'
p numbers '1. kabul\n2. herat\n3.balkh.af\n10 ghazni.af\n'
p numberlabel '123\n2024\n'
p money 'kabul.af;1.200,50;x\n'
p colon 'Domain Name: kabul.af\nName Server: ns1.x.af\n'
p sentence 'please check kabul.af and herat.af.\n'
