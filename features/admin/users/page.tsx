import { Suspense, useCallback, useState, type ReactNode } from 'react'
import { lazyPart } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import type { BulkSelection } from '#web/ui/bulk-bar.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import type { ListSearch, ListView } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf, PageHeader } from '#web/ui/page.tsx'
import { useList } from '#web/ui/use-list.ts'
import { DeactivatedSwitch, useUserViews } from '#web/ui/user-filters.tsx'
import { useColumns } from './columns.tsx'
import { exportUsers, listUsers, type PartnerUser } from './contract.ts'
import { queryOf, useFilters } from './list-filters.tsx'
import { userListMessages } from '#web/ui/user-list-messages.ts'
import { messages } from './messages.ts'
import type { RowAction } from './row-dialog.tsx'

import { UndoActivation } from './undo-activation.tsx'

const RowDialog = lazyPart(async () => (await import('./row-dialog.tsx')).RowDialog)

type Props = ListView & {
  userLink: (id: string, text: ReactNode) => ReactNode
  /** To the invitations that nobody has accepted. */
  invitationsLink: (text: string) => ReactNode
  /** What can be done with the selected users. */
  bulk?: ((selection: BulkSelection & { query: ListSearch }) => ReactNode) | undefined
  /** Leads to what became of the last bulk actions. */
  bulkLink?: ((text: ReactNode) => ReactNode) | undefined
}

export const PartnerUsersHeader = headerOf(messages, true)

export function PartnerUsersPage(props: Props) {
  const { search, onSearch, userLink, bulk, bulkLink } = props
  const [t, words] = [useMessages(messages), useMessages(userListMessages)]
  const list = useList(listUsers, queryOf(search))
  const [changed, setChanged] = useState<PartnerUser>()
  const { menu, dialog } = useRowMenu(userLink, (user) => {
    list.replace(user)
    setChanged(user)
  })
  const view = { search, onSearch }
  return (
    <ListPage
      header={<UsersHeader bulkLink={bulkLink} />}
      notice={
        changed && (
          <UndoActivation
            key={`${changed.id} ${changed.active}`}
            user={changed}
            onUndone={list.replace}
            onOver={() => setChanged(undefined)}
          />
        )
      }
      hint={search['status'] === 'invited' && <NeverJoined link={props.invitationsLink} />}
      t={t}
      view={view}
      views={useUserViews('users')}
      searchLabel={t.search}
      filters={useFilters(search, list.rows?.[0]?.partner)}
      tools={
        <>
          <DeactivatedSwitch view={view} />
          <ExportButton endpoint={exportUsers} query={queryOf(search)} name="users" />
        </>
      }
      phoneTools={bulkLink?.(words.bulkActions)}
      columns={useColumns({ userLink, users: list.rows, platform: search['platform'] })}
      rowName={nameOf}
      rowMenu={menu}
      bulk={bulk && ((selection) => bulk({ ...selection, query: queryOf(search) }))}
      takesAll
      list={list}
    >
      {dialog}
    </ListPage>
  )
}

function UsersHeader({ bulkLink }: Pick<Props, 'bulkLink'>) {
  const { title, intro } = useMessages(messages)
  const { bulkActions } = useMessages(userListMessages)
  const link = bulkLink?.(bulkActions)
  return (
    <PageHeader
      isOfList
      title={title}
      intro={
        <>
          {intro} {link}
        </>
      }
    />
  )
}

/** Who never joined stands in two lists: which is which. */
function NeverJoined({ link }: { link: (text: string) => ReactNode }) {
  const t = useMessages(userListMessages)
  return (
    <p>
      {t.neverJoinedHint} {link(t.notAccepted)}
    </p>
  )
}

type ChosenAction = { user: PartnerUser; what: RowAction }

/** What can be done with one user, and its dialog. */
export function useRowMenu(userLink: Props['userLink'], onChanged: (user: PartnerUser) => void) {
  const [t, list] = [useMessages(messages), useMessages(userListMessages)]
  const [asked, setAsked] = useState<ChosenAction>()
  const close = () => setAsked(undefined)
  const menu = useCallback(
    (user: PartnerUser) => [
      { text: list.open, link: (text: string) => userLink(user.id, text) },
      ...(user.active
        ? [
            { text: list.sendPassword, onPress: () => setAsked({ user, what: 'password' }) },
            ...(user.secondFactors.length > 0
              ? [{ text: t.resetTwoFactor, onPress: () => setAsked({ user, what: 'twoFactor' }) }]
              : []),
            { text: list.endSessions, onPress: () => setAsked({ user, what: 'sessions' }) },
          ]
        : []),
      ...(user.action === null
        ? []
        : [
            {
              text: t[user.action],
              isDangerous: user.action === 'deactivate',
              onPress: () => setAsked({ user, what: 'activation' }),
            },
          ]),
    ],
    [list, t, userLink],
  )
  const done = (user?: PartnerUser) => {
    close()
    if (user) onChanged(user)
  }
  const dialog = asked && (
    <Suspense fallback={null}>
      <RowDialog {...asked} onClose={close} onDone={done} />
    </Suspense>
  )
  return { menu, dialog }
}
