import { useEffect, useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import type { Role } from '#contract/permission.ts'
import { useAdminMe } from '#web/me.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import { usePageList, type List } from '#web/ui/use-list.ts'
import { useActions } from '#web/ui/action.tsx'
import { useMessages } from '#web/locale.ts'
import { useParts } from '#web/parts/parts.ts'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Button } from '#web/ui/button.tsx'
import type { SearchOptions } from '#web/page-search.ts'
import type { ListSearch, ListView } from '#web/ui/list-filters.tsx'
import { headerOf } from '#web/ui/page.tsx'
import type { MenuItem } from '#web/ui/popup.tsx'
import { useAdminActions } from './actions.tsx'
import { accountMessages, messages } from './texts/messages.ts'
import { exportAdminUsers, listAdminUsers, type AdminUser } from './contract.ts'
import { InviteDialog } from './invite-dialog.tsx'
import type { OnRole } from './matrix.tsx'
import { filtersOf, texts, listColumns } from './columns.tsx'
import styles from './page.module.css'

/** An admin as listed, with the initial choice of the roles dialog. */
type Row = AdminUser & { initialRoles?: readonly Role[] }

export const AdminUsersHeader = headerOf(messages, { isOfList: true })

export function AdminUsersPage() {
  const pageList = usePageList(adminLinks.admins, listAdminUsers)
  const { list, query } = pageList
  const { search, onSearch } = pageList.view
  const { Pending } = useParts()
  const focus = useFocusBack()
  const { offersOf, ask, dialog } = useRowActions(list, focus)
  const isMatrix = search.view === 'matrix'
  const onRole: OnRole = (admin, initialRoles) => ask({ ...admin, initialRoles }, 'roles')
  return (
    <ListPage
      {...withoutDialogAndMatrix(pageList)}
      texts={texts}
      action={<InviteButton onInvite={() => onSearch({ ...search, form: 'new' })} />}
      tabs={<Views isMatrix={isMatrix} onShow={(view) => onSearch({ ...search, view })} />}
      notice={
        <Pending
          about={{ kind: 'admin-roles,admin-add,admin-reset,admin-deactivate,admin-activate' }}
        />
      }
      filters={filtersOf()}
      tools={<ExportButton endpoint={exportAdminUsers} query={query} name="admins" />}
      columns={listColumns(onRole, { isMatrix })}
      rowMenu={useRowMenu(offersOf)}
    >
      {search.form !== undefined && (
        <InviteDialog
          onClose={() => onSearch({ ...search, form: undefined })}
          onDone={({ id }) => {
            list.refetch()
            focus(id)
          }}
        />
      )}
      {dialog}
    </ListPage>
  )
}

/** Hides the parameters of dialog and matrix from the list. A search of the list closes the dialog, not the matrix. */
function withoutDialogAndMatrix<PageList extends { view: ListView }>(pageList: PageList) {
  const { search, onSearch } = pageList.view
  const { view } = search
  return {
    ...pageList,
    view: {
      search: { ...search, form: undefined, view: undefined },
      onSearch: (next: ListSearch, options?: SearchOptions) =>
        onSearch({ ...next, form: undefined, view }, options),
    },
  }
}

/** Returns the actions on an admin. An open dialog shows the admin as now listed: a conflict reloads the list. */
function useRowActions(list: List<AdminUser>, onFocus: (id: string) => void) {
  const actionsOf = useAdminActions({
    onConflict: list.refetch,
    onDone: (changed) => {
      list.replace(changed)
      onFocus(changed.id)
    },
  })
  return useActions(({ initialRoles, ...row }: Row) =>
    actionsOf(list.rows?.find(({ id }) => id === row.id) ?? row, initialRoles),
  )
}

function useRowMenu(offersOf: (admin: AdminUser) => MenuItem[]) {
  const t = useMessages(accountMessages)
  const { id } = useAdminMe()
  return (admin: AdminUser): MenuItem[] =>
    admin.id === id
      ? [{ text: t.yourAccount, to: adminLinks.adminAccount() }]
      : [{ text: t.open, to: adminLinks.admin({ id: admin.id }) }, ...offersOf(admin)]
}

/** Returns a function that focuses an admin's name, because saving removes the dialog that had the focus. */
function useFocusBack(): (id: string) => void {
  // A new object triggers the effect again for a second change of the same admin.
  const [changed, setChanged] = useState<{ id: string }>()
  useEffect(() => {
    if (!changed) return
    document.querySelector<HTMLElement>(`[data-id="${changed.id}"] th a`)?.focus()
  }, [changed])
  return (id) => setChanged({ id })
}

function InviteButton({ onInvite }: { onInvite: () => void }) {
  const t = useMessages(accountMessages)
  return (
    <Button variant="primary" onClick={onInvite}>
      {t.invite}
    </Button>
  )
}

/** Switches between the list and the matrix of roles. */
function Views({ isMatrix, onShow }: { isMatrix: boolean; onShow: (view: string) => void }) {
  const t = useMessages(accountMessages)
  return (
    <div className={styles.views}>
      <Button variant="quiet" aria-pressed={!isMatrix} onClick={() => onShow('')}>
        {t.asList}
      </Button>
      <Button variant="quiet" aria-pressed={isMatrix} onClick={() => onShow('matrix')}>
        {t.asMatrix}
      </Button>
      {isMatrix && <p className="soft">{t.matrixHint}</p>}
    </div>
  )
}
