import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDay } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import * as links from '#contract/links.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useOpen } from '#web/page-search.ts'
import { dayOf } from '#web/ui/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { joinCompany, listOwnCompanyInvitations } from './contract.ts'
import { membershipMessages } from './texts/messages.ts'

type Invitation = Reply<typeof listOwnCompanyInvitations>[number]

const JoinHeader = headerOf(membershipMessages)

/** The companies that have invited the user's address, each with a button that joins the company. */
export function JoinPage() {
  const t = useMessages(membershipMessages)
  const { data, error, refetch } = useQuery({
    queryKey: ['own-company-invitations'],
    queryFn: ({ signal }) => call(listOwnCompanyInvitations, {}, { signal }),
    staleTime: 0,
  })
  return (
    <Page>
      <JoinHeader />
      {error && <Failure text={t.failed} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={3} text={t.loading} />}
      {data?.length === 0 && <EmptyState title={t.none} hint={t.noneHint} />}
      {data?.map((invitation) => (
        <InvitationPanel key={invitation.id} invitation={invitation} />
      ))}
    </Page>
  )
}

function InvitationPanel({ invitation }: { invitation: Invitation }) {
  const t = useMessages(membershipMessages)
  const open = useOpen()
  const queryClient = useQueryClient()
  const { id, company } = invitation
  const form = useForm(joinCompany, t, {
    initial: {},
    params: { id },
    summaryFrom: 1,
    onDone: () => {
      const navigation = queryClient.invalidateQueries().then(() => open(links.home()))
      // Snackbars disappear with their page, so this one is shown after the navigation.
      void navigation.then(() => showSuccess(t.joined({ company })))
    },
  })
  return (
    <Panel title={t.join({ company })}>
      <p>{useAccessText(invitation)}</p>
      <p className="soft">{t.sees}</p>
      <Form form={form}>
        <div className="button-row">
          <SubmitButton form={form}>{t.joinButton}</SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}

/** Returns the sentence about the access that joining grants. */
function useAccessText({ platforms, accessExpiresAt }: Invitation): string {
  const t = useMessages(membershipMessages)
  const { locale } = useLocale()
  if (platforms.length === 0) return t.youGetNothing
  const names = platforms.map(({ name }) => name)
  if (accessExpiresAt === null) return t.youGet({ platforms: names })
  const day = formatDay(dayOf(new Date(accessExpiresAt)), locale)
  return t.youGetUntil({ platforms: names, day })
}
