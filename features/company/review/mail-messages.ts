import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    dueSubject: 'Review who has access at {company}',
    due: {
      one: 'Your company reviews regularly who has access to what. {count} decision is open.',
      other: 'Your company reviews regularly who has access to what. {count} decisions are open.',
    },
    until: 'Please decide until {time}: keep or remove.',
    strict: 'What is still open two weeks after that is taken away.',
    open: 'Open the review',
    why: 'You get this email because you administer the users of {company}.',
    closedSubject: 'The review of access at {company} is closed',
    closed: 'Nothing is left to decide in the review of who has access at {company}.',
    removed: {
      one: '{count} access was removed.',
      other: '{count} accesses were removed.',
    },
    see: 'See the review',
  },
  {
    ar: {
      dueSubject: 'مراجعة صلاحيات الوصول في {company}',
      due: {
        zero: 'تراجع شركتك بانتظام من لديه وصول إلى ماذا. لا قرارات بانتظارك.',
        one: 'تراجع شركتك بانتظام من لديه وصول إلى ماذا. هناك قرار واحد بانتظارك.',
        two: 'تراجع شركتك بانتظام من لديه وصول إلى ماذا. هناك قراران بانتظارك.',
        few: 'تراجع شركتك بانتظام من لديه وصول إلى ماذا. هناك {count} قرارات بانتظارك.',
        many: 'تراجع شركتك بانتظام من لديه وصول إلى ماذا. هناك {count} قرارًا بانتظارك.',
        other: 'تراجع شركتك بانتظام من لديه وصول إلى ماذا. هناك {count} قرار بانتظارك.',
      },
      until: 'يرجى اتخاذ القرار قبل {time}: الإبقاء أو الإزالة.',
      strict: 'ما يبقى دون قرار بعد ذلك بأسبوعين يُسحب.',
      open: 'فتح المراجعة',
      why: 'تصلك هذه الرسالة لأنك تدير مستخدمي {company}.',
      closedSubject: 'أُغلقت مراجعة الوصول في {company}',
      closed: 'لم يبقَ ما يُقرَّر في مراجعة الوصول في {company}.',
      removed: {
        zero: 'لم يُسحب أي وصول.',
        one: 'سُحب وصول واحد.',
        two: 'سُحب وصولان.',
        few: 'سُحب {count} وصولات.',
        many: 'سُحب {count} وصولًا.',
        other: 'سُحب {count} وصول.',
      },
      see: 'عرض المراجعة',
    },
    fr: {
      dueSubject: 'Vérifiez qui a accès chez {company}',
      due: {
        one: 'Votre entreprise vérifie régulièrement qui a accès à quoi. {count} décision est attendue.',
        other:
          'Votre entreprise vérifie régulièrement qui a accès à quoi. {count} décisions sont attendues.',
      },
      until: 'Décidez avant le {time} : conserver ou retirer.',
      strict: 'Ce qui reste sans décision deux semaines plus tard est retiré.',
      open: 'Ouvrir la revue',
      why: 'Vous recevez cet e-mail parce que vous administrez les utilisateurs de {company}.',
      closedSubject: 'La revue des accès de {company} est close',
      closed: 'Il ne reste rien à décider dans la revue des accès de {company}.',
      removed: { one: '{count} accès a été retiré.', other: '{count} accès ont été retirés.' },
      see: 'Voir la revue',
    },
    es: {
      dueSubject: 'Revise quién tiene acceso en {company}',
      due: {
        one: 'Su empresa revisa periódicamente quién tiene acceso a qué. Queda {count} decisión pendiente.',
        other:
          'Su empresa revisa periódicamente quién tiene acceso a qué. Quedan {count} decisiones pendientes.',
      },
      until: 'Decida antes del {time}: conservar o retirar.',
      strict: 'Lo que siga pendiente dos semanas después se retira.',
      open: 'Abrir la revisión',
      why: 'Recibe este correo porque administra los usuarios de {company}.',
      closedSubject: 'La revisión de accesos de {company} está cerrada',
      closed: 'No queda nada por decidir en la revisión de accesos de {company}.',
      removed: { one: 'Se retiró {count} acceso.', other: 'Se retiraron {count} accesos.' },
      see: 'Ver la revisión',
    },
    zh: {
      dueSubject: '请审查 {company} 的访问权限',
      due: { other: '贵公司定期审查谁拥有哪些访问权限。有 {count} 项待决定。' },
      until: '请在 {time} 之前决定：保留或移除。',
      strict: '此后两周仍未决定的访问权限将被收回。',
      open: '打开审查',
      why: '您收到此邮件是因为您管理 {company} 的用户。',
      closedSubject: '{company} 的访问权限审查已结束',
      closed: '{company} 的访问权限审查已无待决定的事项。',
      removed: { other: '已移除 {count} 项访问权限。' },
      see: '查看审查',
    },
  },
)
