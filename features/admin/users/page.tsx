import { useId, useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { ActiveState } from '#web/ui/active-state.tsx'
import { call } from '#web/api.ts'
import { useList } from '#web/ui/list.ts'
import { useMessages } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ListTable, type Column } from '#web/ui/table.tsx'
import { AskActive } from './ask-active.tsx'
import { listUsers, type PartnerUser } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { Undo } from './undo.tsx'

/** What the list shows, as the address bar has it. */
type Search = { q?: string; deactivated?: string; company?: string }

type Props = {
  search: Search
  onSearch: (search: Search) => void
  userLink: (id: string, text: ReactNode) => ReactNode
}

export function PartnerUsersHeader() {
  const t = useMessages(messages)
  return <PageHeader title={t.title} intro={t.intro} />
}

export function PartnerUsersPage({ search, onSearch, userLink }: Props) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<PartnerUser>()
  const [changed, setChanged] = useState<PartnerUser>()
  const list = usePartnerUsers(search)
  const replace = (user: PartnerUser) => list.replace(({ id }) => id === user.id, user)
  return (
    <Page>
      <PartnerUsersHeader />
      <Filters search={search} onSearch={onSearch} />
      {changed && (
        <Undo
          key={`${changed.id} ${changed.active}`}
          user={changed}
          onUndone={replace}
          onOver={() => setChanged(undefined)}
        />
      )}
      <ListTable
        caption={t.caption}
        columns={useColumns(userLink, setAsked)}
        keyOf={({ id }) => id}
        list={list}
        empty={
          <>
            <strong>{t.none}</strong>
            <p>{t.noneHint}</p>
          </>
        }
      />
      {asked && (
        <AskActive
          user={asked}
          onClose={() => setAsked(undefined)}
          onDone={(user) => {
            setAsked(undefined)
            replace(user)
            setChanged(user)
          }}
        />
      )}
    </Page>
  )
}

function usePartnerUsers({ q, deactivated, company }: Search) {
  const query = {
    ...(q !== undefined && { q }),
    ...(company !== undefined && { partner: company }),
    ...(deactivated === 'shown' && { includeInactive: 'true' as const }),
  }
  return useList<PartnerUser>(['partner-users', query], (cursor, extra) =>
    call(listUsers, { query: { ...query, ...(cursor !== undefined && { cursor }) } }, extra),
  )
}

function Filters({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  const t = useMessages(messages)
  const id = useId()
  const { q = '', deactivated, company } = search
  return (
    <div className={styles.filters}>
      <SearchField
        label={t.search}
        hint={t.searchHint}
        value={q}
        onSearch={(typed) => onSearch({ ...search, q: typed })}
      />
      <label className={styles.toggle} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={deactivated === 'shown'}
          onChange={({ target }) =>
            onSearch({ ...search, deactivated: target.checked ? 'shown' : '' })
          }
        />
        {t.showDeactivated}
      </label>
      {company !== undefined && (
        <p className="soft">
          {t.onlyOf}{' '}
          <button
            type="button"
            className="quiet-button"
            onClick={() => onSearch({ ...search, company: '' })}
          >
            {t.showAll}
          </button>
        </p>
      )}
    </div>
  )
}

function useColumns(
  userLink: Props['userLink'],
  onAsk: (user: PartnerUser) => void,
): Column<PartnerUser>[] {
  const t = useMessages(messages)
  return [
    {
      title: t.name,
      cell: ({ id, firstname, lastname, email }) => (
        <>
          {userLink(
            id,
            <bdi>
              {firstname} {lastname}
            </bdi>,
          )}
          <bdi className="second-line">{email}</bdi>
        </>
      ),
    },
    { title: t.company, cell: ({ partner }) => <bdi>{partner?.name ?? t.noCompany}</bdi> },
    { title: t.state, cell: ({ active }) => <ActiveState active={active} t={t} /> },
    { title: t.onboarded, cell: ({ onboarded }) => (onboarded ? t.yes : t.notYet) },
    {
      title: t.platforms,
      cell: ({ subsystems }) => (
        <bdi>{subsystems.map(({ name }) => name).join(', ') || t.noPlatforms}</bdi>
      ),
    },
    {
      title: t.lastLogin,
      cell: ({ lastLogin }) => (lastLogin === null ? t.never : <Moment time={lastLogin} />),
    },
    {
      title: t.action,
      cell: (user) => <ActionButton user={user} onPress={() => onAsk(user)} />,
    },
  ]
}

function ActionButton({ user, onPress }: { user: PartnerUser; onPress: () => void }) {
  const t = useMessages(messages)
  const name = `${user.firstname} ${user.lastname}`
  if (user.action === null) return null
  const of = user.action === 'activate' ? t.activateOf : t.deactivateOf
  return (
    <button
      type="button"
      className="secondary-button row-button"
      aria-label={fill(of, { name })}
      onClick={onPress}
    >
      {t[user.action]}
    </button>
  )
}
