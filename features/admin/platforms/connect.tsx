import { useId, useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { connectMessages, summaryMessages } from './texts/messages.ts'
import styles from './connect.module.css'
import type { PlatformDetails } from './contract.ts'
import { proxySnippets, publicSnippets, serverSnippets } from './integration-contract.ts'
import page from './page.module.css'
import { Reach, Row, UsersOfPlatform } from './summary.tsx'

export type Step = 'kind' | 'connect' | 'test' | 'access'

type StepsProps = {
  current: Step
  done: readonly Step[]
  /** Shows the tab of a step; omitted while the platform is not registered and has no tabs. */
  onStep?: (step: Step) => void
}

/** Shows the progress of a new platform from its registration to a successful test login. */
export function Steps({ current, done, onStep }: StepsProps) {
  const t = useMessages(connectMessages)
  const steps = [
    ['kind', t.stepKind],
    ['connect', t.stepConnect],
    ['access', t.stepAccess],
    ['test', t.stepTest],
  ] as const
  return (
    <ol className={styles.steps} aria-label={t.steps}>
      {steps.map(([step, name], index) => (
        <li
          key={step}
          className="line-2"
          aria-current={step === current ? 'step' : undefined}
          data-done={done.includes(step)}
        >
          <span className="center strong">{done.includes(step) ? '✓' : index + 1}</span>{' '}
          {onStep ? (
            <button type="button" onClick={() => onStep(step)}>
              {name}
            </button>
          ) : (
            name
          )}
        </li>
      ))}
    </ol>
  )
}

/** Shows code or configuration for the platform or its proxy, with the platform's values filled in. */
export function Connect({ platform }: { platform: PlatformDetails }) {
  const t = useMessages(connectMessages)
  const { id, settings, redirectUris, entryOrigin } = platform
  const isProxy = redirectUris.length === 0
  const { snippets, intro } = useSnippets(platform)
  const [selected, setSelected] = useState(0)
  const selectId = useId()
  const [redirectUri = ''] = redirectUris
  const snippet = snippets[selected] ?? snippets[0]
  if (!snippet || (isProxy && entryOrigin === null)) return null
  const facts = { ...settings, id, redirectUri, entryOrigin: entryOrigin ?? '' }
  const text = snippet.text(facts)
  return (
    <div id="connect">
      <Panel title={t.connect} intro={intro}>
        <div className={styles.choice}>
          <label htmlFor={selectId}>{t.framework}</label>
          <select
            id={selectId}
            value={selected}
            onChange={({ target }) => setSelected(Number(target.value))}
          >
            {snippets.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
          <CopyButton text={text}>{t.copySnippet}</CopyButton>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
        <pre className={styles.snippet} dir="ltr" lang="en" tabIndex={0} aria-label={snippet.name}>
          <code>{text}</code>
        </pre>
      </Panel>
    </div>
  )
}

/** Returns the snippets for the way in which the platform authenticates, and their introduction. */
function useSnippets({ redirectUris, proof }: PlatformDetails) {
  const t = useMessages(connectMessages)
  if (redirectUris.length === 0) return { snippets: proxySnippets, intro: t.connectIntroProxy }
  if (proof === 'none') return { snippets: publicSnippets, intro: t.connectIntroPublic }
  return { snippets: serverSnippets, intro: t.connectIntro }
}

export function Access({ platform }: { platform: PlatformDetails }) {
  const [t, words] = [useMessages(connectMessages), useMessages(summaryMessages)]
  return (
    <Panel title={t.access} intro={t.accessIntro({ name: platform.name })}>
      <dl className={page.rows}>
        <Row name={words.users} action={<UsersOfPlatform of={platform} />}>
          <Reach of={platform} />
        </Row>
      </dl>
      <div className="button-row">
        <ButtonTo to={adminLinks.companies()}>{t.accessCompanies}</ButtonTo>
        <ButtonTo to={adminLinks.invite()}>{t.accessInvite}</ButtonTo>
      </div>
    </Panel>
  )
}
