import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { Fact } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { CodeExample } from './code-example.tsx'
import type { ServiceAccount } from './contract.ts'
import { formMessages } from './form-messages.ts'
import { scopeText, tokenExample } from './token-example-contract.ts'

/** What the program of a service account needs to get a token, with a sample that is ready to run. */
export function TokenPanel({ account: { id, scopes } }: { account: ServiceAccount }) {
  const t = useMessages(formMessages)
  const { publicUrl, adminApi } = settings()
  const issuer = `${publicUrl}/oidc`
  const api = new URL(adminApi, location.origin).href
  const facts = [
    [t.clientId, id],
    [t.tokenUrl, `${issuer}/token`],
    [t.audience, issuer],
    [t.tokenScope, scopeText(scopes)],
  ] as const
  return (
    <Panel title={t.tokenTitle} intro={t.tokenIntro}>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            <code dir="ltr">{value}</code>
          </Fact>
        ))}
      </dl>
      <CodeExample text={tokenExample({ id, scopes, issuer, api })} title={t.example} />
    </Panel>
  )
}
