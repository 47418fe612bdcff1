import type { ReactNode } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { exactTotal } from '#contract/list.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { ActiveState, Ago, Moment } from '#web/ui/facts.tsx'
import { NewTabHint } from '#web/ui/new-tab-hint.tsx'
import { RecordColumn } from '#web/ui/record-page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PlatformMark } from '#web/parts/platform-mark.tsx'
import { CopiedFact, isClient } from './client-settings.tsx'
import { connectMessages, messages, summaryMessages } from './texts/messages.ts'
import type { PlatformDetails } from './contract.ts'
import styles from './page.module.css'

/** The heading of a platform: its logo, name and status. */
export function PlatformHead({ platform }: { platform: PlatformDetails }) {
  const t = useMessages(messages)
  const { name, logo, active } = platform
  return (
    <header className={styles.head}>
      <PlatformMark name={name} logo={logo} size="large" />
      <div>
        <PageTitle name={name}>
          <bdi>{name}</bdi>
        </PageTitle>
        <ActiveState active={active} t={t} />
      </div>
    </header>
  )
}

type Props = { platform: PlatformDetails; onTab: (tab: string) => void }

/** A link to the users of a platform; null if no user may open the platform. */
export function UsersOfPlatform({ of: { id, reach } }: { of: PlatformDetails }) {
  const words = useMessages(summaryMessages)
  if (reach.users === 0) return null
  return (
    <ButtonTo to={adminLinks.users({ platform: id })} kind="quiet">
      {words.showUsers}
    </ButtonTo>
  )
}

/** Shows the most important facts about a platform: users, last use, test login, notifications and refusals. */
export function Summary({ platform, onTab }: Props) {
  const [t, words] = [useMessages(messages), useMessages(summaryMessages)]
  const connect = useMessages(connectMessages)
  const { id, url, openedAt, redirectUris } = platform
  return (
    <RecordColumn>
      <Panel title={words.summary}>
        <dl className={styles.rows}>
          <CopiedFact name={t.id} value={id} />
          <Row name={t.url}>
            <a className="side-link" href={url} target="_blank" rel="noreferrer" dir="ltr">
              {url}
              <NewTabHint />
            </a>
          </Row>
          <Row name={words.users} action={<UsersOfPlatform of={platform} />}>
            <Reach of={platform} />
          </Row>
          <Row name={words.opened}>
            {openedAt === null ? words.openedNever : <Moment time={openedAt} />}
          </Row>
          {redirectUris.length > 0 && (
            <TabRow name={connect.test} onShow={() => onTab('access')}>
              <Tested of={platform} />
            </TabRow>
          )}
          <TabRow name={t.notices} onShow={() => onTab('upkeep')}>
            <Notices of={platform} />
          </TabRow>
          {isClient(platform) && (
            <TabRow name={t.refusals} onShow={() => onTab('upkeep')}>
              <Refused of={platform} />
            </TabRow>
          )}
        </dl>
      </Panel>
    </RecordColumn>
  )
}

type RowProps = { name: string; action?: ReactNode; children: ReactNode }

export function Row({ name, action, children }: RowProps) {
  return (
    <div className={styles.copied}>
      <dt className="hint">{name}</dt>
      <dd>{children}</dd>
      {action && <dd>{action}</dd>}
    </div>
  )
}

/** A fact with a button that opens the tab with its details. */
function TabRow({ name, onShow, children }: Omit<RowProps, 'action'> & { onShow: () => void }) {
  const words = useMessages(summaryMessages)
  const action = (
    <Button variant="quiet" aria-label={words.showOf({ name })} onClick={onShow}>
      {words.show}
    </Button>
  )
  return <Row {...{ name, action }}>{children}</Row>
}

type OfPlatform = { of: PlatformDetails }

/** Shows the number of users who may open the platform, and of their companies. */
export function Reach({ of: { reach } }: OfPlatform) {
  const words = useMessages(summaryMessages)
  if (reach.users === 0) return words.reachNone
  if (reach.users > exactTotal) return words.reachMany
  return words.reach(reach)
}

function Tested({ of: { tested } }: OfPlatform) {
  const t = useMessages(connectMessages)
  if (tested === null) return t.testNever
  if (!tested.isCurrent) return t.testOutdated
  return (
    <>
      {t.tested} · <Ago time={tested.at} />
    </>
  )
}

function Notices({ of: { notices, backchannelLogoutUri } }: OfPlatform) {
  const t = useMessages(messages)
  if (notices.waiting > 0) return t.waiting({ count: notices.waiting })
  return backchannelLogoutUri === null ? t.noUri : t.allDelivered
}

/** Number of refused requests that the server returns at most. */
const maxRefusals = 20

function Refused({ of: { refusals } }: OfPlatform) {
  const [t, words] = [useMessages(messages), useMessages(summaryMessages)]
  const [latest] = refusals
  if (!latest) return t.noRefusals
  const isLimitReached = refusals.length >= maxRefusals
  return (
    <>
      {isLimitReached ? words.refusedMany : words.refused({ count: refusals.length })} ·{' '}
      <Ago time={latest.at} />
    </>
  )
}
