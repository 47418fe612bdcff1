import { match, ok } from 'node:assert/strict'
import { chart, valuesOf } from './templates.ts'
import { run } from './tools.ts'

/** A wrong value with what the refusal names: place and key. */
const wrong: readonly (readonly [words: string[], said: RegExp])[] = [
  [['--set', 'replicaCount=3'], /replicaCount/],
  [['--set', 'portal.replica=3'], /\/portal.*'replica'/],
  [['--set', 'portal.replicas=three'], /\/portal\/replicas.*got string/],
  [['--set', 'metrics.port=99999'], /\/metrics\/port/],
  [['--set', 'config.LIMIT_ACCOUNT_FAILURE=3'], /\/config.*'LIMIT_ACCOUNT_FAILURE'/],
  [['--set', 'worker.config.DATABASE_POOLS=3'], /\/worker\/config.*'DATABASE_POOLS'/],
  [['--set', 'config.DATABASE_POOL=many'], /\/config\/DATABASE_POOL.*got string/],
  [['--set', 'config.DATABASE_POOL=5000'], /\/config\/DATABASE_POOL/],
  [['--set', 'config.LOG_LEVEL=loud'], /\/config\/LOG_LEVEL/],
  [['--set', 'config.LOGIN_UNIFORM=true'], /\/config\/LOGIN_UNIFORM/],
  [['--set', 'config.PUBLIC_URL=http://id.example.com'], /\/config\/PUBLIC_URL/],
  [['--set', 'config.PUBLIC_URL=null'], /PUBLIC_URL/],
  [['--set', 'config.SECRET_KEYS=abc'], /\/config.*'SECRET_KEYS'/],
  [['--set', 'config.DATABASE_OWNER_URL=postgres://o:p@db/p'], /\/config.*'DATABASE_OWNER_URL'/],
  [['--set', 'secrets.DATABASE_OWNER_URL.key=uri'], /\/secrets.*'DATABASE_OWNER_URL'/],
  [['--set', 'secrets.SMTP_URL=smtps://u:p@mail'], /\/secrets\/SMTP_URL.*got string/],
  [['--set', 'secrets.SMTP_URL=null'], /\/secrets.*'SMTP_URL'/],
  [['--set', 'config.SERVE=worker'], /\/config.*'SERVE'/],
  [['--set', 'image.repository='], /\/image\/repository/],
  [['--set', 'extraEnv.SMTP_URL=x'], /\/extraEnv.*'SMTP_URL'/],
  [['--set', 'portal.ingress.enabled=true'], /\/config.*'TRUSTED_PROXIES'/],
  [
    ['--set', 'portal.route.enabled=true,config.TRUSTED_PROXIES=10.0.0.0/8'],
    /\/portal\/route\/parentRefs/,
  ],
  [['--set', 'admin.callers[0].podSelectors.app=x'], /\/admin\/callers\/0.*'podSelectors'/],
  [['--set', 'topologySpread=Always'], /\/topologySpread/],
]

/** Each wrong value is refused by the chart's schema, which names it. */
export async function tryWrongValues(): Promise<void> {
  for (const [words, said] of wrong) {
    const refusal = await run('helm', [
      'template',
      'portico',
      chart,
      '--values',
      valuesOf('least'),
      ...words,
    ]).then(
      () => undefined,
      (error: Error) => error.message,
    )
    ok(refusal !== undefined, `${words.join(' ')} is taken`)
    match(refusal, said, words.join(' '))
    match(refusal, /values don't meet the specifications of the schema/)
  }
  console.log(`held     ${wrong.length} wrong values are refused by their names`)
}
