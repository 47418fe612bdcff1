import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fill } from '#contract/locale.ts'
import type { Permission } from '#contract/permission.ts'
import { formatTime } from '#contract/time.ts'
import { defaultTimeZone } from '#contract/time-zone.ts'
import { useAdminMe } from '#web/admin-me.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/failure.tsx'
import { useLocale, useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Skeleton } from '#web/skeleton.tsx'
import { sayDone } from '#web/snackbar.tsx'
import { listAdminUsers, type AdminUser } from './contract.ts'
import { words } from './messages.ts'
import styles from './page.module.css'
import { RolesDialog } from './roles-dialog.tsx'

type Props = { pagesFor: (permissions: readonly Permission[]) => string[] }
type Page = { admins: AdminUser[]; next: string | undefined }

export function AdminUsersHeader() {
  const say = useWords(words)
  return (
    <header className={styles.header}>
      <PageTitle>{say.title}</PageTitle>
      <p>{say.intro}</p>
    </header>
  )
}

/** Every admin, and what she is. */
export function AdminUsersPage({ pagesFor }: Props) {
  const say = useWords(words)
  const [chosen, setChosen] = useState<AdminUser>()
  const list = useAdmins()
  const admins = list.data?.pages.flatMap((page) => page.admins) ?? []
  const focus = useFocusBack()

  return (
    <>
      <AdminUsersHeader />
      {list.isPending && <Skeleton rows={4} text={say.loading} />}
      {list.isError && (
        <Failure text={say.failed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && <Table admins={admins} onChange={setChosen} />}
      {list.hasNextPage && (
        <button
          type="button"
          className="secondary-button"
          aria-disabled={list.isFetchingNextPage || undefined}
          onClick={() => void list.fetchNextPage()}
        >
          {say.more}
        </button>
      )}
      {chosen && (
        <RolesDialog
          key={chosen.id}
          admin={admins.find(({ id }) => id === chosen.id) ?? chosen}
          pagesFor={pagesFor}
          onClose={() => setChosen(undefined)}
          onSaved={(saved) => {
            setChosen(undefined)
            list.replace(saved)
            sayDone(fill(say.saved, { name: `${saved.firstname} ${saved.lastname}` }))
            focus(saved.id)
          }}
          onConflict={() => void list.refetch()}
        />
      )}
    </>
  )
}

function useAdmins() {
  const queryClient = useQueryClient()
  const queryKey = ['admin-users']
  const list = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      let next: string | undefined
      const onNextPage = (cursor: string) => {
        next = cursor
      }
      const query = pageParam === undefined ? {} : { cursor: pageParam }
      const admins = await call(listAdminUsers, { query }, { signal, onNextPage })
      return { admins, next }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })

  function replace(saved: AdminUser): void {
    queryClient.setQueryData<typeof list.data>(queryKey, (known) => {
      if (!known) return known
      const pages = known.pages.map((page) => ({
        ...page,
        admins: page.admins.map((admin) => (admin.id === saved.id ? saved : admin)),
      }))
      return { ...known, pages }
    })
  }

  return { ...list, replace }
}

/** After a change the focus stands on the button that it began with. */
function useFocusBack(): (id: string) => void {
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (id === undefined) return
    document.getElementById(`change-${id}`)?.focus()
  }, [id])
  return setId
}

type TableProps = { admins: readonly AdminUser[]; onChange: (admin: AdminUser) => void }

function Table({ admins, onChange }: TableProps) {
  const say = useWords(words)
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{say.title}</caption>
        <thead>
          <tr>
            <th scope="col">{say.person}</th>
            <th scope="col">{say.roles}</th>
            <th scope="col">{say.lastLogin}</th>
            <th scope="col">
              <span className="visually-hidden">{say.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {admins.map((admin) => (
            <Row key={admin.id} admin={admin} onChange={() => onChange(admin)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ admin, onChange }: { admin: AdminUser; onChange: () => void }) {
  const say = useWords(words)
  const { locale } = useLocale()
  const { id } = useAdminMe()
  const name = `${admin.firstname} ${admin.lastname}`
  const isOwn = admin.id === id
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        {isOwn && <span className={styles.tag}>{say.you}</span>}
        {!admin.active && <span className={styles.tag}>{say.deactivated}</span>}
        <span className={styles.email}>
          <bdi dir="ltr">{admin.email}</bdi>
        </span>
      </th>
      <td data-label={say.roles}>
        {admin.roles.length === 0 ? (
          <span className={styles.soft}>{say.noRole}</span>
        ) : (
          <ul className={styles.roles}>
            {admin.roles.map((role) => (
              <li key={role}>{say[role]}</li>
            ))}
          </ul>
        )}
      </td>
      <td data-label={say.lastLogin}>
        {admin.lastLogin === null ? (
          <span className={styles.soft}>{say.never}</span>
        ) : (
          <time dateTime={admin.lastLogin}>
            {formatTime(admin.lastLogin, locale, defaultTimeZone())}
          </time>
        )}
      </td>
      <td>
        {isOwn ? (
          <p className={styles.own}>{say.ownRolesHint}</p>
        ) : (
          <button
            type="button"
            id={`change-${admin.id}`}
            className="secondary-button"
            aria-label={fill(say.changeOf, { name })}
            onClick={onChange}
          >
            {say.change}
          </button>
        )}
      </td>
    </tr>
  )
}
