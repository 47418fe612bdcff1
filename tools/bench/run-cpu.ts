import { readdirSync, readFileSync } from 'node:fs'
import { inDatabase } from '../bench-database.ts'
import { askFor } from './load.ts'
import { portico, startSide } from './side.ts'
const cpu = (pid: number) => { const s = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(s[11]) + Number(s[12])) * 10 }
const pgs = () => readdirSync('/proc').filter((p) => /^\d+$/.test(p)).filter((p) => { try { return /postgres: portico_(server|owner) portico /.test(readFileSync(`/proc/${p}/cmdline`, 'utf8').replaceAll('\0', ' ')) && readFileSync(`/proc/${p}/status`,'utf8').includes('') } catch { return false } }).map(Number)
const prof = process.argv[2] === 'prof'
await inDatabase({ name: 'prof', durable: true }, async () => {
  const { db, transaction } = await import('#server/db.ts')
  const { partnerNamed } = await import('#domain/partner.ts')
  const { addUser } = await import('#domain/user.ts')
  const { startSession } = await import('#domain/session.ts')
  const partnerId = await partnerNamed(db, 'Harbour Ltd')
  const userId = (await addUser(db, { email: 'ada@quay.example', firstname: 'Ada', lastname: 'Byron', partnerId, preferredLanguage: 'en' })) ?? ''
  const origin = { ipAddress: '192.0.2.1', userAgent: '', requestId: '' }
  const session = await transaction(db, (tx) => startSession(tx, { userId, origin, methods: ['pwd', 'otp'] }))
  const a = await startSide([...(prof ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : []), ...portico.program], portico.settings)
  const b = await startSide(['tools/bench/bare.ts'], {}, '/')
  const peer = process.argv[3] ? await startSide(['.data/better-auth-1.7.0/server.mjs'], {}, '/cookie') : undefined
  const cookie = peer && await (await fetch(`http://127.0.0.1:${peer.port}/cookie`)).text()
  const sides = [['portico', a, '/api/users/me', `cookie: portico=${session?.token}\r\n`, Number(process.argv[4] ?? 6000)], ['bare', b, '/', `x-id: ${session?.id}\r\n`, 6000]] as [string, typeof a, string, string, number][]
  if (peer) sides.push(['better', peer, '/api/auth/get-session', `cookie: ${cookie}\r\n`, 1500])
  for (let r = 0; r < 3; r++) for (const [name, s, path, h, n] of sides) {
    const c0 = cpu(s.child.pid!), p0 = new Map(pgs().map((p) => [p, cpu(p)]))
    const rate = await askFor({ port: s.port, path, headersOf: () => h, atOnce: 16 }, { requests: n })
    const c1 = cpu(s.child.pid!); let pg = 0
    for (const p of pgs()) pg += cpu(p) - (p0.get(p) ?? 0)
    console.log(name, `${rate.perSecond.toFixed(0)}/s node ${((c1 - c0) * 1000 / rate.count).toFixed(0)} µs  pg ${(pg * 1000 / rate.count).toFixed(0)} µs`)
  }
  a.child.kill('SIGTERM'); await new Promise((r) => a.child.once('exit', r)); await b.stop(); await peer?.stop()
})
process.exit(0)
