import { CopyButton } from '#web/ui/copy-button.tsx'
import { useWords } from '#web/locale.ts'
import { Panel } from '#web/ui/panel.tsx'
import type { PlatformDetails } from './contract.ts'
import { words } from './messages.ts'
import styles from './page.module.css'

/** What the client of a platform has to be told, to be copied one by one or at once. */
export function ClientSettings({ platform }: { platform: PlatformDetails }) {
  const say = useWords(words)
  const { id, settings, redirectUris, postLogoutUris, backchannelLogoutUri, mayInvite } = platform
  if (redirectUris.length === 0 && !mayInvite) return null
  const facts = [
    [say.issuer, settings.issuer],
    [say.discovery, settings.discovery],
    [say.id, id],
    [say.redirectUris, redirectUris.join('\n')],
    [say.scopes, settings.scopes],
    [say.backchannelLogoutUri, backchannelLogoutUri ?? ''],
    [say.postLogoutUris, postLogoutUris.join('\n')],
  ].filter((fact): fact is [string, string] => fact[1] !== '')
  return (
    <Panel title={say.settingsTitle} intro={say.settingsIntro}>
      <dl className={`facts ${styles.facts}`}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code dir="ltr">{value}</code>
              <CopyButton text={value} of={name}>
                {say.copy}
              </CopyButton>
            </dd>
          </div>
        ))}
      </dl>
      <div className="button-row">
        <CopyButton text={facts.map(([name, value]) => `${name}: ${value}`).join('\n')}>
          {say.copyAll}
        </CopyButton>
      </div>
    </Panel>
  )
}
