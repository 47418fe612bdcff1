import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    subject: 'A webhook was switched off: {name}',
    gone: 'The receiver of the webhook “{name}” answered that it is gone (410). It was switched off, and what waited for it was given up.',
    failing:
      'The receiver of the webhook “{name}” has taken nothing for five days. It was switched off, and what waited for it was given up.',
    again: 'Once the receiver works, switch the webhook on and send again what was given up.',
    link: 'Open the webhooks',
    questions: 'Questions, or did you not expect this? Write to {supportEmail}.',
  },
  {
    ar: {
      subject: 'تم إيقاف خطاف ويب: {name}',
      gone: 'أجاب مستقبِل خطاف الويب «{name}» بأنه لم يعد موجودًا (410). تم إيقافه وإلغاء ما كان بانتظاره.',
      failing:
        'لم يستقبل خطاف الويب «{name}» أي شيء منذ خمسة أيام. تم إيقافه وإلغاء ما كان بانتظاره.',
      again: 'عندما يعمل المستقبِل، شغّل خطاف الويب وأعد إرسال ما أُلغي.',
      link: 'فتح خطافات الويب',
      questions: 'هل لديك سؤال، أو لم تكن تتوقع ذلك؟ راسلنا على {supportEmail}.',
    },
    fr: {
      subject: 'Un webhook a été désactivé : {name}',
      gone: 'Le récepteur du webhook « {name} » a répondu qu’il n’existe plus (410). Le webhook a été désactivé et ce qui l’attendait a été abandonné.',
      failing:
        'Le récepteur du webhook « {name} » n’a rien accepté depuis cinq jours. Le webhook a été désactivé et ce qui l’attendait a été abandonné.',
      again:
        'Quand le récepteur fonctionnera, réactivez le webhook et renvoyez ce qui a été abandonné.',
      link: 'Ouvrir les webhooks',
      questions: 'Une question, ou vous ne vous y attendiez pas ? Écrivez à {supportEmail}.',
    },
    es: {
      subject: 'Se ha desactivado un webhook: {name}',
      gone: 'El receptor del webhook «{name}» respondió que ya no existe (410). El webhook se desactivó y se abandonó lo que esperaba.',
      failing:
        'El receptor del webhook «{name}» no ha aceptado nada en cinco días. El webhook se desactivó y se abandonó lo que esperaba.',
      again: 'Cuando el receptor funcione, active el webhook y reenvíe lo que se abandonó.',
      link: 'Abrir los webhooks',
      questions: '¿Tiene preguntas o no esperaba esto? Escriba a {supportEmail}.',
    },
    zh: {
      subject: 'Webhook 已停用：{name}',
      gone: 'Webhook“{name}”的接收方答复其已不存在（410）。该 Webhook 已停用，等待投递的事件已放弃。',
      failing:
        'Webhook“{name}”的接收方连续五天未接收任何事件。该 Webhook 已停用，等待投递的事件已放弃。',
      again: '接收方恢复正常后，请重新启用该 Webhook，并重新发送已放弃的事件。',
      link: '打开 Webhook',
      questions: '有疑问，或这并非您所预期？请写信至 {supportEmail}。',
    },
  },
)
