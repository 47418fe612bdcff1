import { useId, useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { ActiveState } from '#web/ui/active-state.tsx'
import { call } from '#web/api.ts'
import { useList } from '#web/ui/list.ts'
import { useWords } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ListTable, type Column } from '#web/ui/table.tsx'
import { AskActive } from './ask-active.tsx'
import { listUsers, type PartnerUser } from './contract.ts'
import { words } from './messages.ts'
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
  const say = useWords(words)
  return <PageHeader title={say.title} intro={say.intro} />
}

export function PartnerUsersPage({ search, onSearch, userLink }: Props) {
  const say = useWords(words)
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
        caption={say.caption}
        columns={useColumns(userLink, setAsked)}
        keyOf={({ id }) => id}
        list={list}
        empty={
          <>
            <strong>{say.none}</strong>
            <p>{say.noneHint}</p>
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
  const say = useWords(words)
  const id = useId()
  const { q = '', deactivated, company } = search
  return (
    <div className={styles.filters}>
      <SearchField
        label={say.search}
        hint={say.searchHint}
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
        {say.showDeactivated}
      </label>
      {company !== undefined && (
        <p className="soft">
          {say.onlyOf}{' '}
          <button
            type="button"
            className="quiet-button"
            onClick={() => onSearch({ ...search, company: '' })}
          >
            {say.showAll}
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
  const say = useWords(words)
  return [
    {
      title: say.name,
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
    { title: say.company, cell: ({ partner }) => <bdi>{partner?.name ?? say.noCompany}</bdi> },
    { title: say.state, cell: ({ active }) => <ActiveState active={active} say={say} /> },
    { title: say.onboarded, cell: ({ onboarded }) => (onboarded ? say.yes : say.notYet) },
    {
      title: say.platforms,
      cell: ({ subsystems }) => (
        <bdi>{subsystems.map(({ name }) => name).join(', ') || say.noPlatforms}</bdi>
      ),
    },
    {
      title: say.lastLogin,
      cell: ({ lastLogin }) => (lastLogin === null ? say.never : <Moment time={lastLogin} />),
    },
    {
      title: say.action,
      cell: (user) => <ActionButton user={user} onPress={() => onAsk(user)} />,
    },
  ]
}

function ActionButton({ user, onPress }: { user: PartnerUser; onPress: () => void }) {
  const say = useWords(words)
  const name = `${user.firstname} ${user.lastname}`
  if (user.action === null) return null
  const of = user.action === 'activate' ? say.activateOf : say.deactivateOf
  return (
    <button
      type="button"
      className="secondary-button row-button"
      aria-label={fill(of, { name })}
      onClick={onPress}
    >
      {say[user.action]}
    </button>
  )
}
