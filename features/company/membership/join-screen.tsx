import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDay } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import * as links from '#contract/links.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useOpen } from '#web/page-search.ts'
import { dayOf } from '#web/ui/day-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
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
  const open = useOpen()
  const onJoined = () => open(links.home())
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
      {data?.length === 0 && (
        <div className="empty">
          <Illustration scene="empty" />
          <strong>{t.none}</strong>
          <p>{t.noneHint}</p>
        </div>
      )}
      {data?.map((invitation) => (
        <InvitationPanel key={invitation.id} invitation={invitation} onJoined={onJoined} />
      ))}
    </Page>
  )
}

type PanelProps = { invitation: Invitation; onJoined: () => void }

function InvitationPanel({ invitation, onJoined }: PanelProps) {
  const t = useMessages(membershipMessages)
  const queryClient = useQueryClient()
  const { id, company } = invitation
  const form = useForm(joinCompany, t, {
    initial: {},
    params: { id },
    summaryFrom: 1,
    onDone: () => {
      const navigation = queryClient.invalidateQueries().then(onJoined)
      // Snackbars disappear with their page, so this one is shown after the navigation.
      void navigation.then(() => showSuccess(t.joined({ company })))
    },
  })
  return (
    <Panel title={t.join({ company })}>
      <p>{useGainText(invitation)}</p>
      <p className="soft">{t.sees}</p>
      <Form form={form}>
        <div className="button-row">
          <SubmitButton form={form}>{t.joinButton}</SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}

function useGainText({ platforms, accessExpiresAt }: Invitation): string {
  const t = useMessages(membershipMessages)
  const { locale } = useLocale()
  if (platforms.length === 0) return t.youGetNothing
  const names = platforms.map(({ name }) => name)
  if (accessExpiresAt === null) return t.youGet({ platforms: names })
  const day = formatDay(dayOf(new Date(accessExpiresAt)), locale)
  return t.youGetUntil({ platforms: names, day })
}
