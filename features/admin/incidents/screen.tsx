import { useQuery } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import { formatList } from '#contract/text.ts'
import { defaultTimeZone, formatOf, formatTime, spaceDigits, tags } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { ButtonTo, LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { BlockButton, BlockedNetworks } from './blocked-networks.tsx'
import { failureActions, getIncident, lockActions, type Incident } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

const Header = headerOf(messages)
const dayMs = 24 * 60 * 60 * 1000

/** Summarizes the failed logins of the period in the URL; by default of the last 24 hours. */
export function IncidentPage() {
  const t = useMessages(messages)
  const { search } = usePageSearch(adminLinks.failedLogins)
  const { from, to } = search
  const { data, error, refetch } = useQuery({
    queryKey: ['failed-logins', from, to],
    queryFn: ({ signal }) => call(getIncident, { query: periodOf(from, to) }, { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  return (
    <Page isWide back={<LinkTo to={adminLinks.overview()}>{t.back}</LinkTo>}>
      <Header />
      {error && <Failure text={t.failed} error={error} onRetry={() => void refetch()} />}
      {data && <Summary incident={data} />}
      {data && data.failures > 0 && (
        <div className={styles.parts}>
          <Addresses incident={data} />
          <Accounts incident={data} />
          <Logins incident={data} />
        </div>
      )}
      <BlockedNetworks />
      {!data && !error && <Skeleton rows={8} text={t.loading} />}
    </Page>
  )
}

function periodOf(from: string | undefined, to: string | undefined) {
  if (from !== undefined && to !== undefined) return { from, to }
  const now = Date.now()
  return { from: new Date(now - dayMs).toISOString(), to: new Date(now).toISOString() }
}

type Props = { incident: Incident }

const eventActions = [...failureActions, ...lockActions].join(',')

/** Says in a sentence what happened, and leads to the events, where they can be exported. */
function Summary({ incident }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { from, to, first, last, failures, isPartial, addressCount, range } = incident
  const periodText = usePeriodText()
  const period = periodText(first ?? from, last ?? to)
  const facts = [
    t.accountsTried({ count: incident.accountCount }),
    ...(incident.unknownFailures > 0 ? [t.unknownTried({ count: incident.unknownFailures })] : []),
    ...(incident.lockedAccounts > 0 ? [t.locked({ count: incident.lockedAccounts })] : []),
    ...(incident.blockedAddresses > 0 ? [t.blocked({ count: incident.blockedAddresses })] : []),
    incident.logins.length > 0 ? t.gotIn({ count: incident.logins.length }) : t.noneIn,
  ]
  const sentence = t.summary({ period, failures, addresses: addressCount })
  return (
    <section className={`card ${styles.summary}`} data-breached={incident.logins.length > 0}>
      <h2>
        {failures === 0 ? t.noFailures({ period }) : sentence}
        {range && (
          <>
            {' '}
            <bdi dir="ltr">({rangeText(range)})</bdi>
          </>
        )}
      </h2>
      {failures > 0 && <p>{formatList(facts, locale)}</p>}
      {isPartial && <p className="soft">{t.partial}</p>}
      <div className="button-row">
        <ButtonTo to={adminLinks.auditLog({ startDate: from, endDate: to, action: eventActions })}>
          {t.events}
        </ButtonTo>
        <BlockButton range={range} />
      </div>
    </section>
  )
}

/** Returns a function that formats a period with its time zone, without repeating a day that both ends share. */
function usePeriodText(): (from: string, to: string) => string {
  const { locale } = useLocale()
  const format = formatOf(tags[locale], defaultTimeZone(), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  return (from, to) => spaceDigits(format.formatRange(new Date(from), new Date(to)), locale)
}

/** Formats neighboring addresses, such as 203.0.113.200–213. An IPv6 range is a network. */
function rangeText({ firstAddress, lastAddress, network }: NonNullable<Incident['range']>): string {
  const isIpv6 = firstAddress.includes(':')
  return isIpv6 ? network : `${firstAddress}–${lastAddress.split('.').at(-1)}`
}

type AddressRow = Incident['addresses'][number] & { id: string }

function Addresses({ incident: { from, to, addresses } }: Props) {
  const t = useMessages(messages)
  const columns: Column<AddressRow>[] = [
    {
      title: t.address,
      width: 50,
      cell: ({ ipAddress, isBlocked }) => (
        <span>
          <LinkTo to={adminLinks.auditLog({ ipAddress, startDate: from, endDate: to })}>
            <bdi dir="ltr">{ipAddress}</bdi>
          </LinkTo>{' '}
          {isBlocked && <Tag text={t.wasBlocked} />}
        </span>
      ),
    },
    {
      title: t.failures,
      width: 25,
      onPhone: 'titled',
      cell: ({ failures }) => <Count of={failures} />,
    },
    {
      title: t.accounts,
      width: 25,
      onPhone: 'titled',
      cell: ({ accounts }) => <Count of={accounts} />,
    },
  ]
  const rows = addresses.map((row) => ({ ...row, id: row.ipAddress }))
  return (
    <Panel title={t.topAddresses}>
      <Table caption={t.topAddresses} rows={rows} columns={columns} />
    </Panel>
  )
}

function Accounts({ incident: { accounts } }: Props) {
  const t = useMessages(messages)
  const columns: Column<Incident['accounts'][number]>[] = [
    {
      title: t.account,
      width: 50,
      cell: (account) => (
        <span>
          <AccountName account={account} /> {account.isLocked && <Tag text={t.wasLocked} />}
        </span>
      ),
    },
    {
      title: t.failures,
      width: 25,
      onPhone: 'titled',
      cell: ({ failures }) => <Count of={failures} />,
    },
    {
      title: t.addresses,
      width: 25,
      onPhone: 'titled',
      cell: ({ addresses }) => <Count of={addresses} />,
    },
  ]
  return (
    <Panel title={t.topAccounts}>
      {accounts.length === 0 ? (
        <p className="soft">{t.noAccounts}</p>
      ) : (
        <Table caption={t.topAccounts} rows={accounts} columns={columns} />
      )}
    </Panel>
  )
}

type LoginRow = Incident['logins'][number]

function Logins({ incident: { logins } }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const columns: Column<LoginRow>[] = [
    { title: t.account, width: 40, cell: (account) => <AccountName account={account} /> },
    {
      title: t.address,
      width: 30,
      cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi>,
    },
    {
      title: t.time,
      width: 30,
      cell: ({ at }) => <time dateTime={at}>{formatTime(at, locale, defaultTimeZone())}</time>,
    },
  ]
  const rows = logins.map((row) => ({ ...row, id: `${row.id} ${row.ipAddress}` }))
  return (
    <Panel title={t.logins} intro={t.loginsIntro}>
      {logins.length === 0 ? (
        <p className="soft">{t.noLogins}</p>
      ) : (
        <Table caption={t.logins} rows={rows} columns={columns} />
      )}
    </Panel>
  )
}

function AccountName({ account }: { account: Pick<LoginRow, 'id' | 'name' | 'kind'> }) {
  const t = useMessages(messages)
  const { id, name, kind } = account
  if (name === '') return t.erased
  const to = kind === 'admin' ? adminLinks.admin : adminLinks.user
  return (
    <LinkTo to={to({ id: id.split(' ')[0] ?? id })}>
      <bdi>{name}</bdi>
    </LinkTo>
  )
}

function Tag({ text }: { text: string }) {
  return (
    <span className="tag" data-kind="low">
      {text}
    </span>
  )
}

function Count({ of }: { of: number }) {
  const { locale } = useLocale()
  return <bdi>{of.toLocaleString(tags[locale])}</bdi>
}
