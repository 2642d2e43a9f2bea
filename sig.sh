source /tmp/rev-a/env.sh
cd /tmp/rev-a; rm -rf sg; mkdir sg; cd sg
nh
node ../srv.js 7104 100000 1000 $PWD/s.log & SP=$!
sleep 0.4
echo "slow 60" > s.log.mode
export DOTAF_BASE_URL=http://127.0.0.1:7104/api/v1 DOTAF_KEY=kkkkkey DOTAF_SECRET=sssssecret DOTAF_RATE_LIMIT=30/3s
for i in $(seq 30000); do echo n$i.af; done > l.txt
now(){ date +%s.%N; }
sigt(){ # name sig delay cmd
 local n=$1 s=$2 d=$3; shift 3
 "$@" & local P=$!; sleep $d; local a=$(now); kill -$s $P; 
 ( sleep 8; kill -9 $P 2>/dev/null && echo "STUCK $n" ) & local W=$!
 wait $P; local rc=$?; local b=$(now); kill $W 2>/dev/null; wait $W 2>/dev/null
 echo "== $n $s rc $rc $(echo "$b-$a"|bc)s"; }
run(){ exec node /tmp/review/bin/dotaf.js "$@"; }
# bash background jobs ignore SIGINT; use python wrapper for INT
cat > w.py <<'P'
import subprocess,sys,time,signal,os
name,sig,delay,rd=sys.argv[1],getattr(signal,sys.argv[2]),float(sys.argv[3]),sys.argv[4]
signal.signal(signal.SIGINT, signal.SIG_DFL)
r,w=os.pipe()
err=open(name+'.err','w')
p=subprocess.Popen(['node','/tmp/review/bin/dotaf.js']+sys.argv[5:],stdin=subprocess.PIPE if '-' in sys.argv[5:] else subprocess.DEVNULL,stdout=w,stderr=err, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
os.close(w)
if rd=='close': os.close(r)
if rd=='read':
    import threading
    buf=[]
    threading.Thread(target=lambda:[buf.append(x) for x in iter(lambda: os.read(r,65536), b'')],daemon=True).start()
time.sleep(delay)
t=time.time()
if p.poll() is None: p.send_signal(sig)
try: p.wait(8); print(name,sys.argv[2],rd,'rc',p.returncode,'%.2fs'%(time.time()-t))
except subprocess.TimeoutExpired: print(name,'STUCK'); p.kill()
print('   ',open(name+'.err').read()[-500:])
if rd=='read': print('   rows',b''.join(buf).count(b'\n'))
P
python3 w.py int1 SIGINT 1.5 read check --file l.txt --out a.jsonl
python3 w.py int2 SIGINT 1.5 no check --file l.txt --out b.csv --json
python3 w.py term1 SIGTERM 1.5 read check --file l.txt
python3 w.py hup1 SIGHUP 1.5 read check --file l.txt
export DOTAF_RATE_LIMIT=100000/1s; echo ok > s.log.mode
python3 w.py fullpipe SIGINT 4 no check --file l.txt --out c.jsonl --json
wc -l c.jsonl
python3 w.py fullpipe2 SIGTERM 3 no check --file l.txt --json
python3 w.py epipe SIGTERM 4 close check --file l.txt --json
python3 w.py stdin SIGINT 1.5 no check -
echo hang > s.log.mode
python3 w.py hang SIGINT 1.5 read check --file l.txt
python3 w.py hang1 SIGTERM 1.5 read check kabul.af --json
echo 'st 503' > s.log.mode
python3 w.py w503 SIGINT 1.5 read check --file l.txt
tail -n1 a.jsonl b.csv
kill $SP
