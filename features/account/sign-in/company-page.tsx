import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { adminMessages } from './texts/messages.ts'

/** Login page of admins through the company's identity provider. */
export function CompanyLogin({ url, refused }: { url: string; refused: string | undefined }) {
  const t = useMessages(adminMessages)
  const reasons: Record<string, string> = {
    'not-admin': t.notAdmin,
    weak: t.weak,
    failed: t.failed,
    expired: t.expired,
    unavailable: t.unavailable,
  }
  const reason = refused === undefined ? undefined : (reasons[refused] ?? t.failed)
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      {reason !== undefined && <Notice kind="warning">{reason}</Notice>}
      <p>{t.companyText}</p>
      <ButtonLink href={url}>{t.companyLogin}</ButtonLink>
    </>
  )
}
