import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fill } from '#contract/locale.ts'
import type { Permission } from '#contract/permission.ts'
import { formatTime } from '#contract/time.ts'
import { defaultTimeZone } from '#contract/time-zone.ts'
import { useAdminMe } from '#web/admin-me.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Page as Screen, PageHeader } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { listAdminUsers, type AdminUser } from './contract.ts'
import { messages } from './messages.ts'
import { RolesDialog } from './roles-dialog.tsx'

type Props = { pagesFor: (permissions: readonly Permission[]) => string[] }
type Page = { admins: AdminUser[]; next: string | undefined }

export function AdminUsersHeader() {
  const t = useMessages(messages)
  return <PageHeader title={t.title} intro={t.intro} />
}

/** Every admin, and what she is. */
export function AdminUsersPage({ pagesFor }: Props) {
  const t = useMessages(messages)
  const [chosen, setChosen] = useState<AdminUser>()
  const list = useAdmins()
  const admins = list.data?.pages.flatMap((page) => page.admins) ?? []
  const focus = useFocusBack()
  const columns = useColumns(setChosen)

  return (
    <Screen>
      <AdminUsersHeader />
      {list.isPending && <Skeleton rows={4} text={t.loading} />}
      {list.isError && (
        <Failure text={t.failed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <Table caption={t.title} columns={columns} rows={admins} keyOf={(admin) => admin.id} />
      )}
      {list.hasNextPage && (
        <button
          type="button"
          className="secondary-button"
          aria-disabled={list.isFetchingNextPage || undefined}
          onClick={() => void list.fetchNextPage()}
        >
          {t.more}
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
            showSuccess(fill(t.saved, { name: nameOf(saved) }))
            focus(saved.id)
          }}
          onConflict={() => void list.refetch()}
        />
      )}
    </Screen>
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

function useColumns(onChange: (admin: AdminUser) => void): Column<AdminUser>[] {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return [
    { title: t.person, cell: (admin) => <Person admin={admin} /> },
    { title: t.roles, cell: ({ roles }) => <Roles roles={roles} /> },
    {
      title: t.lastLogin,
      cell: ({ lastLogin }) =>
        lastLogin === null ? (
          <span className="soft">{t.never}</span>
        ) : (
          <time dateTime={lastLogin}>{formatTime(lastLogin, locale, defaultTimeZone())}</time>
        ),
    },
    {
      title: t.actions,
      cell: (admin) => <ChangeButton admin={admin} onChange={() => onChange(admin)} />,
    },
  ]
}

function Person({ admin }: { admin: AdminUser }) {
  const t = useMessages(messages)
  const { id } = useAdminMe()
  return (
    <>
      <bdi>{nameOf(admin)}</bdi> {admin.id === id && <span className="tag">{t.you}</span>}{' '}
      {!admin.active && (
        <span className="tag" data-kind="bad">
          {t.deactivated}
        </span>
      )}
      <span className="second-line">
        <bdi dir="ltr">{admin.email}</bdi>
      </span>
    </>
  )
}

function Roles({ roles }: Pick<AdminUser, 'roles'>) {
  const t = useMessages(messages)
  if (roles.length === 0) return <span className="soft">{t.noRole}</span>
  return (
    <ul className="tags">
      {roles.map((role) => (
        <li key={role} className="tag">
          {t[role]}
        </li>
      ))}
    </ul>
  )
}

function ChangeButton({ admin, onChange }: { admin: AdminUser; onChange: () => void }) {
  const t = useMessages(messages)
  const { id } = useAdminMe()
  if (admin.id === id) return <p className="soft">{t.ownRolesHint}</p>
  return (
    <button
      type="button"
      id={`change-${admin.id}`}
      className="secondary-button row-button"
      aria-label={fill(t.changeOf, { name: nameOf(admin) })}
      onClick={onChange}
    >
      {t.change}
    </button>
  )
}

function nameOf({ firstname, lastname }: AdminUser): string {
  return `${firstname} ${lastname}`
}
