source /tmp/rev-a/env.sh
cd /tmp/rev-a; rm -rf bk; mkdir bk; cd bk; cp ../srv.js .
nh
node srv.js 7103 100000 1000 /tmp/rev-a/bk/s.log & SP=$!
sleep 0.4
echo "slow 60" > s.log.mode
export DOTAF_BASE_URL=http://127.0.0.1:7103/api/v1 DOTAF_KEY=kkkkkey DOTAF_SECRET=sssssecret DOTAF_RATE_LIMIT=1000/1s
for i in $(seq 300); do [ $((i%3)) = 0 ] && echo t$i.af || echo f$i.af; done > l.txt
for e in jsonl csv; do
 echo "### $e"; : > s.log
 $D check --file l.txt --out o.$e -q >rows.$e & P=$!
 sleep 1.2; kill -9 $P; wait $P 2>/dev/null; echo lines $(wc -l < o.$e) req $(wc -l < s.log)
 $D check --file l.txt --out o.$e ; echo "[no resume rc $?]"
 printf '{"domain":"f2' > torn; [ $e = csv ] && printf 'f299.af,avail' > torn; cat torn >> o.$e
 (echo new1.af; tac l.txt; echo new2.af) > l2.txt
 timeout 60 $D check --file l2.txt --out o.$e --resume > r2.$e; echo "[rc $?] rows $(wc -l < r2.$e)"
 echo lines $(wc -l < o.$e) req $(wc -l < s.log) distinct $(cut -d' ' -f5 s.log|sort|uniq|wc -l) 
 if [ $e = csv ]; then tail -n +2 o.csv | cut -d, -f1 | sort | uniq -c | awk '$1>1' | head; head -2 o.csv; tail -n +2 o.csv|awk -F, '{print NF, ($3=="true") == ($1 !~ /^t/)}' | sort | uniq -c; else python3 - <<'P'
import json,collections
c=collections.Counter();bad=0
for l in open('o.jsonl'):
    d=json.loads(l); c[d['domain']]+=1
    if d.get('available')!=(not d['domain'].startswith('t')): bad+=1
print(len(c),[k for k,v in c.items() if v>1],'bad',bad)
P
 fi
 echo "-- again (all known)"; : > s.log; $D check --file l2.txt --out o.$e --resume > r3.$e; echo "[rc $?] rows $(wc -l < r3.$e) req $(wc -l < s.log)"
 cmp <(sed 1d r2.$e | tail -3) <(sed 1d r3.$e | tail -3); head -3 r3.$e
 echo "-- other years"; $D check --file l2.txt --out o.$e --resume --years 2 -q | head -3; echo "[rc ${PIPESTATUS[0]}] req $(wc -l < s.log)"
 echo "-- no shared"; echo zzz.af | $D check - --out o.$e --resume; echo "[rc $?]"
 echo "-- expect on resume"; $D check --file l2.txt --out o.$e --resume --expect available -q >/dev/null; echo "[rc $?]"
 echo "-- only on resume"; $D check --file l2.txt --out o.$e --resume --only taken -q --json| wc -l
done
echo "-- csv with jsonl content"; cp o.jsonl x.csv; $D check --file l.txt --out x.csv --resume -q | head -2; echo "[rc ${PIPESTATUS[0]}]"
echo "-- ext"; $D check kabul.af --out x.txt; echo "[rc $?]"
echo "-- resume new file";  $D check kabul.af --out xn.jsonl --resume; echo "[rc $?]"
echo "-- resume w/o out";  $D check kabul.af --resume; echo "[rc $?]"
echo "-- empty file resume"; : > e.jsonl; $D check kabul.af --out e.jsonl --resume; echo "[rc $?]"; : > e.csv;  $D check kabul.af --out e.csv --resume; echo "[rc $?]"; cat e.csv
echo "-- out == input"; cp l.txt same.csv;  $D check --file same.csv --out same.csv --resume -q | head -2; echo "[rc ${PIPESTATUS[0]}]"; wc -l same.csv
echo "-- garbage out"; head -c 3000 /dev/urandom > g.jsonl; $D check kabul.af --out g.jsonl --resume; echo "[rc $?]"; ls -l g.jsonl
kill $SP
