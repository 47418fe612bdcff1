import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { delegationMessages } from '#web/ui/texts/messages.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { describeLeaving, leaveCompany, type Leaving } from './contract.ts'
import { leaveMessages } from './texts/messages.ts'

/** The user's company with a button to leave it; renders nothing if only the provider moves users. */
export function LeavePanel() {
  const t = useMessages(leaveMessages)
  const [isAsking, setAsking] = useState(false)
  const { data } = useQuery({
    queryKey: ['leaving'],
    queryFn: ({ signal }) => call(describeLeaving, {}, { signal }),
    retry: false,
  })
  const leaving = data?.leaving
  if (!leaving) return null
  return (
    <Panel title={t.company} intro={t.companyHint({ company: leaving.company })}>
      <div className="button-row">
        <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t.leave}
        </Button>
      </div>
      {isAsking && <LeaveDialog leaving={leaving} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function LeaveDialog({ leaving, onClose }: { leaving: Leaving; onClose: () => void }) {
  const t = useMessages(leaveMessages)
  const words = { ...useMessages(delegationMessages), ...t }
  const [roles, queryClient] = [useMessages(companyRoleMessages), useQueryClient()]
  const { company } = leaving
  const running = useMutation({
    mutationFn: () => call(leaveCompany, { body: {} }),
    onSuccess: () => {
      onClose()
      showSuccess(t.left({ company }))
      queryClient.removeQueries({ queryKey: ['leaving'] })
      void queryClient.invalidateQueries()
    },
  })
  return (
    <ConfirmDialog
      title={t.askLeave({ company })}
      action={t.leave}
      isDangerous
      isPending={running.isPending}
      onConfirm={() => running.mutate()}
      onClose={onClose}
    >
      {leaving.platforms.length > 0 && (
        <p>{t.losePlatforms({ platforms: leaving.platforms.map(({ name }) => name) })}</p>
      )}
      {leaving.roles.length > 0 && (
        <p>{t.loseRoles({ roles: leaving.roles.map((role) => roles[role]) })}</p>
      )}
      <p>{t.keepAccount}</p>
      {running.error && <Failure text={t.failed} words={words} error={running.error} />}
    </ConfirmDialog>
  )
}
