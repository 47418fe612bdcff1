import { useEffect, useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import type { Role } from '#contract/permission.ts'
import { useAdminMe } from '#web/me.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import { useMessages } from '#web/locale.ts'
import { useParts } from '#web/parts/parts.ts'
import { ExportButton } from '#web/ui/export-button.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ListSearch, ListView } from '#web/ui/list-filters.tsx'
import { headerOf } from '#web/ui/page.tsx'
import type { MenuItem } from '#web/ui/popup.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { ActivationDialog, ResetDialog, SuspendDialog } from './account-dialogs.tsx'
import { accountMessages, messages } from './texts/messages.ts'
import { exportAdminUsers, listAdminUsers, type AdminUser } from './contract.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { filtersOf } from './list-filters.tsx'
import { texts, useListColumns } from './columns.tsx'
import { useMayManage } from './may-manage.tsx'
import styles from './page.module.css'
import { RolesDialog } from './roles-dialog.tsx'

/** The dialog that is open for an admin. */
type OpenDialog =
  | { dialog: 'roles'; admin: AdminUser; wanted?: readonly Role[] }
  | { dialog: 'activation' | 'suspension' | 'reset'; admin: AdminUser }

export const AdminUsersHeader = headerOf(messages, true)

export function AdminUsersPage() {
  const listed = usePageList(adminLinks.admins, listAdminUsers)
  const { list, query } = listed
  const { search, onSearch } = listed.view
  const { Pending } = useParts()
  const t = useMessages(messages)
  const [asked, setAsked] = useState<OpenDialog>()
  const setInviting = (isOpen: boolean) => onSearch({ ...search, form: isOpen ? 'new' : '' })
  const focus = useFocusBack()
  const isMatrix = search.view === 'matrix'
  return (
    <ListPage
      {...withoutPlace(listed)}
      texts={texts}
      action={<InviteButton onInvite={() => setInviting(true)} />}
      tabs={<Views isMatrix={isMatrix} onShow={(next) => onSearch({ ...search, view: next })} />}
      notice={<Pending about={{ kind: 'admin-roles,admin-add,admin-reset,admin-deactivate' }} />}
      filters={filtersOf()}
      tools={<ExportButton endpoint={exportAdminUsers} query={query} name="admins" />}
      columns={useListColumns(isMatrix, setAsked)}
      rowMenu={useRowMenu(setAsked)}
    >
      {search.form !== undefined && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onDone={({ id }) => {
            setInviting(false)
            list.refetch()
            focus(id)
          }}
        />
      )}
      {asked && (
        <Dialogs
          asked={asked}
          rows={list.rows ?? []}
          onClose={() => setAsked(undefined)}
          onConflict={list.refetch}
          onDone={(changed) => {
            setAsked(undefined)
            list.replace(changed)
            if (asked.dialog === 'roles') showSuccess(t.saved({ name: nameOf(changed) }))
            focus(changed.id)
          }}
        />
      )}
    </ListPage>
  )
}

/** Leaves the open dialog and the matrix out of the search, because they only change what is shown of the list. */
function withoutPlace<Listed extends { view: ListView }>(listed: Listed) {
  const { search, onSearch } = listed.view
  const { view } = search
  return {
    ...listed,
    view: {
      search: { ...search, form: undefined, view: undefined },
      onSearch: (next: ListSearch, isReplaced?: boolean) =>
        onSearch({ ...next, form: undefined, view }, isReplaced),
    },
  }
}

type DialogProps = {
  asked: OpenDialog
  rows: readonly AdminUser[]
  onClose: () => void
  onConflict: () => void
  onDone: (changed: AdminUser) => void
}

function Dialogs({ asked, rows, onClose, onConflict, onDone }: DialogProps) {
  const admin = rows.find(({ id }) => id === asked.admin.id) ?? asked.admin
  const common = { key: admin.id, admin, onClose }
  if (asked.dialog === 'roles') {
    const { wanted } = asked
    return <RolesDialog {...common} {...{ wanted, onConflict }} onSaved={onDone} />
  }
  if (asked.dialog === 'activation') return <ActivationDialog {...common} onDone={onDone} />
  if (asked.dialog === 'suspension') return <SuspendDialog {...common} onDone={onDone} />
  return <ResetDialog {...common} onDone={onDone} />
}

function useRowMenu(onAsk: (asked: OpenDialog) => void) {
  const t = useMessages(accountMessages)
  const { change } = useMessages(messages)
  const { id } = useAdminMe()
  const mayManage = useMayManage()
  return (admin: AdminUser): MenuItem[] => {
    if (admin.id === id) return [{ text: t.yourAccount, to: adminLinks.adminAccount() }]
    const ask = (dialog: OpenDialog['dialog']) => () => onAsk({ dialog, admin })
    return [
      { text: t.open, to: adminLinks.admin({ id: admin.id }) },
      { text: change, onPress: ask('roles') },
      ...(mayManage(admin) && admin.active
        ? [{ text: admin.joined ? t.reset : t.resend, onPress: ask('reset') }]
        : []),
      ...(mayManage(admin) && admin.active && admin.suspendedUntil === null
        ? [{ text: t.suspend, onPress: ask('suspension'), isDangerous: true }]
        : []),
      ...(mayManage(admin)
        ? [
            {
              text: admin.active ? t.deactivate : t.activate,
              isDangerous: admin.active,
              onPress: ask('activation'),
            },
          ]
        : []),
    ]
  }
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

type ViewsProps = { isMatrix: boolean; onShow: (view: string) => void }

function Views({ isMatrix, onShow }: ViewsProps) {
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
