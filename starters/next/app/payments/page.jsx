import { redirect } from 'next/navigation'
import { currentSession } from '../../browser.mjs'
import { isEnough } from '../../portico.mjs'

export default async function Payments() {
  const session = await currentSession()
  if (!session) redirect('/login')
  if (!isEnough(session)) redirect('/login?step-up')
  return <h1>Paid</h1>
}
