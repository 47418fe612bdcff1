import { useColon, useMessages } from '#web/locale.ts'
import { algorithmsOf } from '#web/public-keys.ts'
import { settings } from '#web/settings.ts'
import { Fact } from '#web/ui/facts.tsx'
import { Fold, Folds } from '#web/ui/fold.tsx'
import { CopyIcon } from '#web/ui/icon-button.tsx'
import { CodeExample } from './code-example.tsx'
import type { ServiceAccount } from './contract.ts'
import { formMessages, messages } from './texts/messages.ts'
import styles from './page.module.css'
import { scopeText, tokenExample } from './token-example-contract.ts'

type Props = { account: ServiceAccount }

const keyIcon =
  'M14.5 4a5.5 5.5 0 1 0-4.9 8L4 17.5V20h3l1-2h2v-2.5l2.6-2.6A5.5 5.5 0 0 0 14.5 4Zm1 4.5v.1'

/** Shows how a program gets a token, with a runnable sample. Collapsed once the account has called the API. */
export function TokenPanel({ account }: Props) {
  const t = useMessages(formMessages)
  return (
    <Folds>
      <Fold
        id="token"
        title={t.tokenTitle}
        icon={keyIcon}
        intro={t.tokenIntro}
        isUnfolded={account.lastUsedAt === null}
      >
        <TokenFacts account={account} />
      </Fold>
    </Folds>
  )
}

function TokenFacts({ account: { id, scopes, jwks } }: Props) {
  const t = useMessages(formMessages)
  const colon = useColon()
  const { copy } = useMessages(messages)
  const { publicUrl, adminApi } = settings()
  const issuer = `${publicUrl}/oidc`
  const api = new URL(adminApi, location.origin).href
  const [firstKey] = jwks?.keys ?? []
  const key = firstKey && { alg: algorithmsOf(firstKey)[0], kid: firstKey.kid }
  const facts = [
    [t.clientId, id],
    [t.tokenUrl, `${issuer}/token`],
    [t.audience, issuer],
    [t.tokenScope, scopeText(scopes)],
  ] as const
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            <span className={styles.copied}>
              <code dir="ltr">{value}</code>
              <CopyIcon text={value} label={`${copy}${colon}${name}`} />
            </span>
          </Fact>
        ))}
      </dl>
      <CodeExample text={tokenExample({ id, scopes, issuer, api, key })} title={t.example} />
    </>
  )
}
