import { useColon, useMessages } from '#web/locale.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { PlatformDetails } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

/** Returns true if the platform uses OpenID Connect, not only forward-auth. */
export function isClient({ redirectUris, mayInvite }: PlatformDetails): boolean {
  return redirectUris.length > 0 || mayInvite
}

type CopiedFactProps = { name: string; value: string }

/** A fact with a button to copy its value. */
export function CopiedFact({ name, value }: CopiedFactProps) {
  const t = useMessages(messages)
  return (
    <div className={styles.copied}>
      <dt className="hint">{name}</dt>
      <dd>
        <code dir="ltr">{value}</code>
      </dd>
      <dd>
        <CopyButton text={value} of={name}>
          {t.copy}
        </CopyButton>
      </dd>
    </div>
  )
}

/** The settings for the platform's OpenID Connect client, to copy one by one or all together. */
export function ClientSettings({ platform }: { platform: PlatformDetails }) {
  const t = useMessages(messages)
  const colon = useColon()
  const { id, settings, redirectUris, postLogoutUris, backchannelLogoutUri } = platform
  if (!isClient(platform)) return null
  const facts = [
    [t.issuer, settings.issuer],
    [t.discovery, settings.discovery],
    [t.id, id],
    [t.redirectUris, redirectUris.join('\n')],
    [t.scopes, settings.scopes],
    [t.backchannelLogoutUri, backchannelLogoutUri ?? ''],
    [t.postLogoutUris, postLogoutUris.join('\n')],
  ].filter((fact): fact is [string, string] => fact[1] !== '')
  return (
    <Panel title={t.settingsTitle} intro={t.settingsIntro}>
      <dl className={`facts ${styles.facts}`}>
        {facts.map(([name, value]) => (
          <CopiedFact key={name} name={name} value={value} />
        ))}
      </dl>
      <div className="button-row">
        <CopyButton text={facts.map(([name, value]) => `${name}${colon}${value}`).join('\n')}>
          {t.copyAll}
        </CopyButton>
      </div>
    </Panel>
  )
}
