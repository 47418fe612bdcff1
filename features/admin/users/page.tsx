import { useId, useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import type { RefusedFilters } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ActiveState, Moment, nameOf, Names } from '#web/ui/facts.tsx'
import { ListPage, useList } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import type { Column } from '#web/ui/table.tsx'
import { ActivationDialog, UndoActivation } from './activation.tsx'
import { listUsers, type PartnerUser } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

/** The filters, as they stand in the address bar. */
type Search = { q?: string; deactivated?: string; company?: string }

type Props = {
  search: Search
  onSearch: (search: Search) => void
  userLink: (id: string, text: ReactNode) => ReactNode
}

export const PartnerUsersHeader = headerOf(messages)

export function PartnerUsersPage({ search, onSearch, userLink }: Props) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<PartnerUser>()
  const [changed, setChanged] = useState<PartnerUser>()
  const { q = '', company = '', deactivated } = search
  const includeInactive = deactivated === 'shown' ? 'true' : ''
  const list = useList(listUsers, { q, partner: company, includeInactive })
  return (
    <ListPage
      header={<PartnerUsersHeader />}
      tools={
        <>
          <Filters
            search={search}
            onSearch={onSearch}
            company={list.rows?.[0]?.partner?.name}
            refused={list.refused}
          />
          {changed && (
            <UndoActivation
              key={`${changed.id} ${changed.active}`}
              user={changed}
              onUndone={list.replace}
              onOver={() => setChanged(undefined)}
            />
          )}
        </>
      }
      t={t}
      columns={useColumns(userLink, setAsked)}
      list={list}
    >
      {asked && (
        <ActivationDialog
          user={asked}
          onClose={() => setAsked(undefined)}
          onDone={(user) => {
            setAsked(undefined)
            list.replace(user)
            setChanged(user)
          }}
        />
      )}
    </ListPage>
  )
}

type FiltersProps = Pick<Props, 'search' | 'onSearch'> & {
  /** The name of the company whose users are shown; undefined while or where the list has none. */
  company: string | undefined
  refused: RefusedFilters
}

function Filters({ search, onSearch, company: name, refused }: FiltersProps) {
  const t = useMessages(messages)
  const id = useId()
  const { q = '', deactivated, company } = search
  return (
    <div className={styles.filters}>
      <SearchField
        label={t.search}
        value={q}
        refused={refused['q']}
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
          {refused['partner'] !== undefined && t.unknownCompany}
          {refused['partner'] === undefined &&
            (name === undefined ? t.onlyOf : fill(t.onlyOfCompany, { company: name }))}{' '}
          <Button variant="quiet" onClick={() => onSearch({ ...search, company: '' })}>
            {t.showAll}
          </Button>
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
      cell: (user) => (
        <>
          {userLink(user.id, <bdi>{nameOf(user)}</bdi>)}
          <bdi className="second-line">{user.email}</bdi>
        </>
      ),
    },
    { title: t.company, cell: ({ partner }) => <bdi>{partner?.name ?? t.noCompany}</bdi> },
    { title: t.state, cell: ({ active }) => <ActiveState active={active} t={t} /> },
    { title: t.onboarded, cell: ({ onboarded }) => (onboarded ? t.yes : t.notYet) },
    {
      title: t.platforms,
      cell: ({ subsystems }) => <Names of={subsystems} none={t.noPlatforms} />,
    },
    {
      title: t.lastLogin,
      cell: ({ lastLogin }) => <Moment time={lastLogin} missing={t.never} />,
    },
    {
      title: t.action,
      cell: (user) => <ActionButton user={user} onPress={() => onAsk(user)} />,
    },
  ]
}

function ActionButton({ user, onPress }: { user: PartnerUser; onPress: () => void }) {
  const t = useMessages(messages)
  if (user.action === null) return null
  const of = user.action === 'activate' ? t.activateOf : t.deactivateOf
  return (
    <Button isInRow aria-label={fill(of, { name: nameOf(user) })} onClick={onPress}>
      {t[user.action]}
    </Button>
  )
}
