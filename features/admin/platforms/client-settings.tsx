import { CopyButton } from '#web/ui/copy-button.tsx'
import { useMessages } from '#web/locale.ts'
import { Panel } from '#web/ui/panel.tsx'
import type { PlatformDetails } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

/** The settings for the platform's OpenID Connect client, to copy one by one or at once. */
export function ClientSettings({ platform }: { platform: PlatformDetails }) {
  const t = useMessages(messages)
  const { id, settings, redirectUris, postLogoutUris, backchannelLogoutUri, mayInvite } = platform
  if (redirectUris.length === 0 && !mayInvite) return null
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
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code dir="ltr">{value}</code>
              <CopyButton text={value} of={name}>
                {t.copy}
              </CopyButton>
            </dd>
          </div>
        ))}
      </dl>
      <div className="button-row">
        <CopyButton text={facts.map(([name, value]) => `${name}: ${value}`).join('\n')}>
          {t.copyAll}
        </CopyButton>
      </div>
    </Panel>
  )
}
