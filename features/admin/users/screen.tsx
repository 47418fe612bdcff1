import { Suspense, useCallback, useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { lazyPart } from '#web/lazy.tsx'
import { LinkTo } from '#web/link-to.tsx'
import { useGap, useMessages } from '#web/locale.ts'
import { useParts, type RenderUserBulk } from '#web/parts/parts.ts'
import { ExportButton } from '#web/ui/export-button.tsx'
import type { SearchOptions } from '#web/page-search.ts'
import type { ListSearch } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf, PageHeader } from '#web/ui/page.tsx'
import type { MenuItem } from '#web/ui/popup.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import { DeactivatedSwitch, useUserViews } from '#web/parts/user-filters.tsx'
import { texts, useUserListColumns } from './columns.tsx'
import { exportUsers, listUsers, type PartnerUser } from './contract.ts'
import { queryOf, useFilters } from './list-filters.tsx'
import { userListMessages } from '#web/parts/texts/messages.ts'
import { messages } from './texts/messages.ts'
import type { RowAction } from './row-dialog.tsx'
import { UndoActivation } from './undo-activation.tsx'

const RowDialog = lazyPart(async () => (await import('./row-dialog.tsx')).RowDialog)

export const PartnerUsersHeader = headerOf(messages, { isOfList: true })

export function PartnerUsersPage() {
  const { UserBulk } = useParts()
  return <UserBulk>{(bulk) => <Users bulk={bulk} />}</UserBulk>
}

function Users({ bulk }: { bulk: RenderUserBulk }) {
  const listed = useListed()
  const { list, query, view } = listed
  const { search } = view
  const { bulkActions } = useMessages(userListMessages)
  const [changedUser, setChangedUser] = useState<PartnerUser>()
  const { menu, dialog } = useRowMenu((user) => {
    list.replace(user)
    setChangedUser(user)
  })
  return (
    <ListPage
      {...listed}
      texts={texts}
      header={<UsersHeader />}
      notice={
        changedUser && (
          <UndoActivation
            key={`${changedUser.id} ${changedUser.active}`}
            user={changedUser}
            onUndone={list.replace}
            onClose={() => setChangedUser(undefined)}
          />
        )
      }
      hint={
        search.status === 'invited' ? (
          <NeverJoined />
        ) : (
          search.q && list.rows?.length === 0 && <InInvitations q={search.q} />
        )
      }
      views={useUserViews()}
      filters={useFilters(search, list.rows?.[0]?.partner)}
      tools={
        <>
          <DeactivatedSwitch view={view} />
          <ExportButton endpoint={exportUsers} query={query} name="users" />
        </>
      }
      phoneTools={bulk && <LinkTo to={adminLinks.bulkJobs()}>{bulkActions}</LinkTo>}
      columns={useUserListColumns({ users: list.rows, platform: search.platform })}
      rowMenu={menu}
      bulk={bulk && ((selection) => bulk({ ...selection, query }))}
      takesAll
    >
      {dialog}
    </ListPage>
  )
}

/** Returns the list of the page. Each change of filter or sort order is a step in the browser history. */
function useListed() {
  const { view, ...listed } = usePageList(adminLinks.users, listUsers, queryOf)
  const onSearch = (next: ListSearch, options?: SearchOptions) =>
    view.onSearch(next, { isReplaced: false, ...options })
  return { ...listed, view: { ...view, onSearch } }
}

function UsersHeader() {
  const { title, intro } = useMessages(messages)
  const { bulkActions } = useMessages(userListMessages)
  return (
    <PageHeader
      isOfList
      title={title}
      intro={
        <>
          {intro} <LinkTo to={adminLinks.bulkJobs()}>{bulkActions}</LinkTo>
        </>
      }
    />
  )
}

/** A hint that explains which users who never joined are in this list, and which are in the list of invitations. */
function NeverJoined() {
  const t = useMessages(userListMessages)
  const gap = useGap()
  return (
    <p>
      {t.neverJoinedHint}
      {gap}
      <LinkTo to={adminLinks.invitations({ state: 'open,expired' })}>{t.notAccepted}</LinkTo>
    </p>
  )
}

/** A link to the invitations that a search without users may mean. */
function InInvitations({ q }: { q: string }) {
  const { inInvitations } = useMessages(messages)
  return <LinkTo to={adminLinks.invitations({ q })}>{inInvitations}</LinkTo>
}

/** Returns the menu of actions on one user, and the open dialog if any. */
export function useRowMenu(onChanged: (user: PartnerUser) => void) {
  const t = useMessages(texts)
  const [dialogProps, setDialogProps] = useState<{ user: PartnerUser; what: RowAction }>()
  const close = () => setDialogProps(undefined)
  const menu = useCallback(
    (user: PartnerUser) => {
      const itemOf = (text: string, what: RowAction) => ({
        text,
        onPress: () => setDialogProps({ user, what }),
      })
      const items: MenuItem[] = [{ text: t.open, to: adminLinks.user({ id: user.id }) }]
      if (user.active) {
        items.push(itemOf(t.sendPassword, 'password'))
        if (user.secondFactors.length > 0) items.push(itemOf(t.resetTwoFactor, 'twoFactor'))
        items.push(itemOf(t.endSessions, 'sessions'))
      }
      if (user.action !== null) {
        const isDangerous = user.action === 'deactivate'
        items.push({ ...itemOf(t[user.action], 'activation'), isDangerous })
      }
      return items
    },
    [t],
  )
  const done = (user?: PartnerUser) => {
    close()
    if (user) onChanged(user)
  }
  const dialog = dialogProps && (
    <Suspense fallback={null}>
      <RowDialog {...dialogProps} onClose={close} onDone={done} />
    </Suspense>
  )
  return { menu, dialog }
}
