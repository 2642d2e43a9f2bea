source /tmp/rev-a/env.sh
cd /tmp/rev-a
nh
node srv.js 7101 100000 1000 /tmp/rev-a/s1.log & SP=$!
sleep 0.4
export DOTAF_BASE_URL=http://127.0.0.1:7101/api/v1 DOTAF_KEY=kkkkkey DOTAF_SECRET=sssssecret DOTAF_RATE_LIMIT=100000/1s
r(){ echo "raw $1" > s1.log.mode; echo "=== $1"; $D check kabul.af --max-wait 3 --timeout 2 --json --expect taken; echo "[rc $?]"; }
P='"pricing":{"amount":"12.00","currency":"USD"}'
for s in registered taken unavailable reserved blocked pending error timeout free AVAILABLE "not available" premium "" ; do
 for a in true false; do r '{"success":true,"data":{"domain":"$D","status":"'"$s"'","available":'$a','"$P"'}}'; done; done 2>&1 | sed 's/"pricing".*years":1/…/' 
echo ---- odd
{
r '{"success":true,"data":{"domain":"$D","status":"available","available":"true",'"$P"'}}'
r '{"success":"true","data":{"domain":"$D","status":"available","available":true,'"$P"'}}'
r '{"success":true,"data":{"domain":"other.af","status":"available","available":true,'"$P"'}}'
r '{"success":true,"data":{"status":"available","available":true,'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"registered":true,'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"registered","available":false,"available":true,'"$P"'}}'
r '{"success":true,"success":false,"data":{"domain":"$D","status":"registered","available":false,'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":null,"available":false}}'
r '{"success":true,"data":{"domain":"$D","available":false}}'
r '{"success":true,"data":{"domain":"$D","available":true}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"pricing":{"amount":1200,"currency":"USD"}}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"pricing":{"amount":12.5,"currency":"USD"}}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"pricing":{"amount":"12","currency":"USD"}}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"pricing":{"amount":"-12.00","currency":"USD"}}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"pricing":null}}'
r '{"success":true,"error":{"code":"X"},"data":{"domain":"$D","status":"available","available":true,'"$P"'}}'
r '{"success":false,"data":{"domain":"$D","status":"available","available":true,'"$P"'}}'
r '{"success":true,"data":[]}'
r '{"success":true,"data":null}'
r '[]'
r 'null'
r '{"success":true,"data":{"domain":"KABUL.AF.","status":"Registered","available":false,'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"years":5,'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"\u001b[31mavailable","available":true,'"$P"'}}'
} 2>&1
kill $SP
