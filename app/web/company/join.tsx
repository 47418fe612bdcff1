import { useRouter } from '@tanstack/react-router'
import { JoinPage } from '../../../features/company/membership/join-page.tsx'
import { paths } from '../addresses.ts'

export function Join() {
  const router = useRouter()
  return <JoinPage onJoined={() => router.navigate({ to: paths.home })} />
}
