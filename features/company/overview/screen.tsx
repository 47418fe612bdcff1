import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDay } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import * as links from '#contract/links.ts'
import { numberFormat } from '#contract/locale.ts'
import { dayOf } from '#contract/relative-time.ts'
import { formatList } from '#contract/text.ts'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import { call } from '#web/api.ts'
import { ButtonTo, LinkTo, useMayOpen } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useTimeZone } from '#web/me.ts'
import { companyParts } from '#web/parts/company-parts.ts'
import { TaskItem } from '#web/parts/task-item.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { getCompanyOverview } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type Overview = Reply<typeof getCompanyOverview>

const CompanyOverviewHeader = headerOf(messages)

/** The tasks of a company's administrators, then figures of the company and its administrators. */
export function CompanyOverviewPage() {
  const t = useMessages(messages)
  const { data, error, refetch } = useQuery({
    queryKey: ['company-overview'],
    queryFn: ({ signal }) => call(getCompanyOverview, {}, { signal }),
    staleTime: 0,
  })
  const reload = () => void refetch()
  return (
    <Page>
      <div className={styles.head}>
        <CompanyOverviewHeader />
        <ButtonTo to={links.inviteColleagues()} kind="primary">
          {t.invite}
        </ButtonTo>
      </div>
      {error && <Failure text={t.failed} error={error} onRetry={reload} />}
      {data && (
        <>
          <Tasks overview={data} onDone={reload} />
          <Figures overview={data} />
          <Administrators overview={data} />
        </>
      )}
      {!data && !error && <Skeleton rows={6} text={t.loading} />}
    </Page>
  )
}

type PartProps = { overview: Overview }

const usersWithoutFactor = links.companyUsers({ status: 'active', secondFactor: 'none' })

/** The tasks of the reader by urgency, or a sentence if there are none. */
function Tasks({ overview, onDone }: PartProps & { onDone: () => void }) {
  const t = useMessages(messages)
  const { OpenRequests, ExpiringInvitations } = companyParts()
  const { waiting, withoutFactor, reviewDue, expiring = [] } = overview
  const mayManage = useMayOpen(links.companyUsers())
  const isReviewOpen = reviewDue !== null && mayManage
  const counts = mayManage
    ? [waiting.requests, waiting.approvals, withoutFactor, expiring.length]
    : [waiting.approvals]
  const hasTasks = isReviewOpen || counts.some((count) => count > 0)
  return (
    <Panel title={t.toDo}>
      {!hasTasks && <p className="soft">{t.nothingToDo}</p>}
      {hasTasks && (
        <ul className="rows">
          {isReviewOpen && <ReviewTask due={reviewDue} />}
          {waiting.approvals > 0 && (
            <CountTask title={t.resets({ count: waiting.approvals })} to={links.companyRequests()}>
              {t.view}
            </CountTask>
          )}
          {mayManage && waiting.requests > 0 && (
            <OpenRequests count={waiting.requests} onDecided={onDone} />
          )}
          {mayManage && <ExpiringInvitations invitations={expiring} onSent={onDone} />}
          {mayManage && withoutFactor > 0 && (
            <CountTask title={t.noFactor({ count: withoutFactor })} to={usersWithoutFactor}>
              {t.view}
            </CountTask>
          )}
        </ul>
      )}
    </Panel>
  )
}

function ReviewTask({ due }: { due: string }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const day = formatDay(dayOf(due, useTimeZone()), locale)
  return (
    <TaskItem title={t.reviewDue({ day })} note={t.reviewHint}>
      <ButtonTo to={links.companyReview()}>{t.startReview}</ButtonTo>
    </TaskItem>
  )
}

type CountProps = { title: string; to: links.Link; children: ReactNode }

function CountTask({ title, to, children }: CountProps) {
  return (
    <TaskItem title={title}>
      <ButtonTo to={to}>{children}</ButtonTo>
    </TaskItem>
  )
}

/** A strip with the figures of the company. */
function Figures({ overview }: PartProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const number = (value: number) => numberFormat(locale).format(value)
  const { seats, users, withoutFactor, waiting } = overview
  const count = number(seats.used)
  return (
    <section aria-label={t.figures} className={`card ${styles.strip}`}>
      <dl className={`touch-links ${styles.figures}`}>
        <Fact name={<LinkTo to={links.companyUsers()}>{t.users}</LinkTo>}>{number(users)}</Fact>
        <Fact name={t.seats}>
          {seats.of === null ? count : t.outOf({ count, all: number(seats.of) })}
        </Fact>
        <Fact name={<LinkTo to={links.companyRequests()}>{t.requests}</LinkTo>}>
          {number(waiting.requests)}
        </Fact>
        <Fact
          name={<LinkTo to={links.companyInvitations({ state: 'open' })}>{t.invitations}</LinkTo>}
        >
          {number(waiting.invitations)}
        </Fact>
        <Fact name={<LinkTo to={usersWithoutFactor}>{t.withoutFactor}</LinkTo>}>
          {number(withoutFactor)}
        </Fact>
      </dl>
    </section>
  )
}

function Administrators({ overview: { name, administrators } }: PartProps) {
  const t = useMessages(messages)
  const roles = useMessages(companyRoleMessages)
  const { locale } = useLocale()
  return (
    <Panel title={t.administrators} intro={t.administratorsHint({ company: name })}>
      {administrators.length === 0 && <p className="soft">{t.noAdministrators}</p>}
      <ul className={`rows tall-links ${styles.administrators}`}>
        {administrators.map((each) => (
          <li key={each.id}>
            <LinkTo to={links.companyUser({ id: each.id })}>
              <bdi>{each.name}</bdi>
            </LinkTo>
            <span className="soft">
              {formatList(
                each.roles.map((role) => roles[role]),
                locale,
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
