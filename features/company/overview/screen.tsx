import { useQuery } from '@tanstack/react-query'
import { formatList } from '#contract/text.ts'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import type { Reply } from '#contract/endpoint.ts'
import * as links from '#contract/links.ts'
import { numberFormat } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { getCompanyOverview } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type Overview = Reply<typeof getCompanyOverview>

const CompanyOverviewHeader = headerOf(messages)

export function CompanyOverviewPage() {
  const t = useMessages(messages)
  const { data, error, refetch } = useQuery({
    queryKey: ['company-overview'],
    queryFn: ({ signal }) => call(getCompanyOverview, {}, { signal }),
    staleTime: 0,
  })
  return (
    <Page>
      <CompanyOverviewHeader />
      {error && <Failure text={t.failed} error={error} onRetry={() => void refetch()} />}
      {data && <Counts overview={data} />}
      {data && <Administrators overview={data} />}
      {!data && !error && <Skeleton rows={6} text={t.loading} />}
    </Page>
  )
}

type PartProps = { overview: Overview }

function Counts({ overview }: PartProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const number = (value: number) => numberFormat(locale).format(value)
  const { seats, users, withoutFactor, waiting } = overview
  const usersWithoutFactor = links.companyUsers({ status: 'active', secondFactor: 'none' })
  return (
    <Figures title={t.figures}>
      <Seats seats={seats} />
      <Figure
        title={<LinkTo to={links.companyRequests()}>{t.requests}</LinkTo>}
        hint={t.requestsHint}
        value={number(waiting.requests)}
      />
      {waiting.approvals > 0 && (
        <Figure
          title={<LinkTo to={links.companyRequests()}>{t.approvals}</LinkTo>}
          hint={t.approvalsHint}
          value={number(waiting.approvals)}
        />
      )}
      <Figure
        title={<LinkTo to={links.companyInvitations({ state: 'open' })}>{t.invitations}</LinkTo>}
        hint={t.invitationsHint}
        value={number(waiting.invitations)}
      />
      <Figure
        title={<LinkTo to={usersWithoutFactor}>{t.withoutFactor}</LinkTo>}
        hint={t.withoutFactorHint}
        value={number(withoutFactor)}
        note={t.ofUsers({ count: users })}
      />
    </Figures>
  )
}

function Seats({ seats: { used, of } }: Pick<Overview, 'seats'>) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const count = number.format(used)
  if (of === null)
    return <Figure title={t.seats} hint={t.seatsHint} value={count} note={t.noLimit} />
  return (
    <Figure
      title={t.seats}
      hint={t.seatsHint}
      value={t.outOf({ count, all: number.format(of) })}
      note={used < of ? t.free({ count: of - used }) : t.noneFree}
    />
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
