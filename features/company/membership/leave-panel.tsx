import { useQuery, useQueryClient } from '@tanstack/react-query'
import { companyUsers } from '#contract/links.ts'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import { call } from '#web/api.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { action, ActionButton } from '#web/ui/action.tsx'
import { delegationMessages } from '#web/parts/texts/messages.ts'
import { Panel } from '#web/ui/panel.tsx'
import { describeLeaving, leaveCompany, type Leaving } from './contract.ts'
import { leaveMessages } from './texts/messages.ts'

/** The user's company with a button to leave it; nothing without a company, or if only the provider removes users. */
export function LeavePanel() {
  const t = useMessages(leaveMessages)
  const { data } = useQuery({
    queryKey: ['leaving'],
    queryFn: ({ signal }) => call(describeLeaving, {}, { signal }),
    retry: false,
  })
  const leaving = data?.leaving
  if (!leaving) return null
  return (
    <Panel title={t.company} intro={t.companyHint({ company: leaving.company })}>
      {leaving.isLastOwner ? (
        <>
          <p>{t.onlyOwner({ company: leaving.company })}</p>
          <div className="button-row">
            <ButtonTo to={companyUsers()}>{t.toUsers}</ButtonTo>
          </div>
        </>
      ) : (
        <div className="button-row">
          <LeaveButton leaving={leaving} />
        </div>
      )}
    </Panel>
  )
}

function LeaveButton({ leaving: { company, platforms, roles } }: { leaving: Leaving }) {
  const t = useMessages(leaveMessages)
  const roleNames = useMessages(companyRoleMessages)
  const queryClient = useQueryClient()
  const names = {
    platforms: platforms.map(({ name }) => name),
    roles: roles.map((role) => roleNames[role]),
  }
  const leave = action({
    endpoint: leaveCompany,
    text: t.leave,
    danger: 'usual',
    failed: t.failed,
    t: { ...useMessages(delegationMessages), ...t },
    title: t.askLeave({ company }),
    effect: [
      ...(platforms.length > 0 ? [t.losePlatforms(names)] : []),
      ...(roles.length > 0 ? [t.loseRoles(names)] : []),
      t.keepAccount,
    ],
    done: t.left({ company }),
    onDone: () => {
      queryClient.removeQueries({ queryKey: ['leaving'] })
      void queryClient.invalidateQueries()
    },
  })
  return <ActionButton action={leave} variant="danger-outline" aria-haspopup="dialog" />
}
