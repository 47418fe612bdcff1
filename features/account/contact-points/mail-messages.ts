import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    confirmSubject: 'Confirm this address for {brand}',
    confirm:
      '{firstname} wants to be told at this address when somebody asks to replace the second factor of the {brand} account.',
    counts: 'Once you confirm it, it counts 72 hours after it was added.',
    confirmLink: 'Confirm this address',
    confirmLifetime: 'The link works once, for 24 hours.',
    unknown: 'If you don’t know what this is about, ignore this email.',
    addedSubject: 'An address was added to your {brand} account',
    added:
      '{address} was added as an address at which you are told when somebody asks to replace your second factor. It counts in 72 hours.',
    removedSubject: 'An address was removed from your {brand} account',
    removed:
      '{address} was removed. You are no longer told there when somebody asks to replace your second factor.',
    own: 'If this was you, you don’t need to do anything.',
    addedStranger:
      'If this was not you, use this link: it removes the address and logs you out of all sessions. Then change your password.',
    removedStranger:
      'If this was not you, use this link to log out of all sessions. Then change your password, and add the address again.',
    stop: 'This was not me: log out everywhere',
    stopLifetime: 'The link works once, for 24 hours. You don’t need to be logged in to use it.',
    tell: 'If this was not you, tell us: {supportEmail}',
    questions: 'Questions? {supportEmail}',
  },
  {
    ar: {
      confirmSubject: 'أكّد هذا العنوان لحساب {brand}',
      confirm:
        'يرغب {firstname} في أن نخبره على هذا العنوان عندما يطلب شخص ما استبدال خطوة التحقق الثانية لحسابه في {brand}.',
      counts: 'بعد تأكيده، يسري العنوان بعد 72 ساعة من إضافته.',
      confirmLink: 'تأكيد هذا العنوان',
      confirmLifetime: 'الرابط صالح لمدة 24 ساعة ولمرة واحدة فقط.',
      unknown: 'إذا كنت لا تعرف شيئًا عن ذلك، فتجاهل هذه الرسالة.',
      addedSubject: 'أُضيف عنوان إلى حسابك في {brand}',
      added:
        'أُضيف {address} كعنوان نخبرك عليه عندما يطلب شخص ما استبدال خطوة التحقق الثانية. يسري بعد 72 ساعة.',
      removedSubject: 'أُزيل عنوان من حسابك في {brand}',
      removed:
        'أُزيل {address}. لن نخبرك عليه بعد الآن عندما يطلب شخص ما استبدال خطوة التحقق الثانية.',
      own: 'إن كنت أنت من فعل ذلك، فلا يلزمك أي إجراء.',
      addedStranger:
        'إذا لم تكن أنت، فاستخدم هذا الرابط: يزيل العنوان ويسجّل خروجك من جميع الجلسات. ثم غيّر كلمة المرور.',
      removedStranger:
        'إذا لم تكن أنت، فسجّل الخروج من جميع الجلسات عبر هذا الرابط، ثم غيّر كلمة المرور وأضف العنوان من جديد.',
      stop: 'لم أكن أنا: تسجيل الخروج من كل مكان',
      stopLifetime: 'الرابط صالح لمدة 24 ساعة ولمرة واحدة فقط، ولا يلزم تسجيل الدخول لاستخدامه.',
      tell: 'إذا لم تكن أنت، فأخبرنا: {supportEmail}',
      questions: 'للاستفسار: {supportEmail}',
    },
    fr: {
      confirmSubject: 'Confirmez cette adresse pour {brand}',
      confirm:
        '{firstname} souhaite être informé à cette adresse si quelqu’un demande à remplacer le second facteur du compte {brand}.',
      counts: 'Une fois confirmée, elle compte 72 heures après son ajout.',
      confirmLink: 'Confirmer cette adresse',
      confirmLifetime: 'Ce lien est valable 24 heures et ne fonctionne qu’une seule fois.',
      unknown: 'Si vous ne savez pas de quoi il s’agit, ignorez cet e-mail.',
      addedSubject: 'Une adresse a été ajoutée à votre compte {brand}',
      added:
        '{address} a été ajoutée comme adresse à laquelle vous êtes informé si quelqu’un demande à remplacer votre second facteur. Elle compte dans 72 heures.',
      removedSubject: 'Une adresse a été retirée de votre compte {brand}',
      removed:
        '{address} a été retirée. Vous n’y êtes plus informé si quelqu’un demande à remplacer votre second facteur.',
      own: 'Si c’était vous, vous n’avez rien à faire.',
      addedStranger:
        'Si ce n’était pas vous, utilisez ce lien : il retire l’adresse et déconnecte toutes les sessions. Changez ensuite votre mot de passe.',
      removedStranger:
        'Si ce n’était pas vous, déconnectez toutes les sessions avec ce lien. Changez ensuite votre mot de passe et ajoutez de nouveau l’adresse.',
      stop: 'Ce n’était pas moi : tout déconnecter',
      stopLifetime:
        'Ce lien est valable 24 heures et ne fonctionne qu’une seule fois. Il n’est pas nécessaire d’être connecté.',
      tell: 'Si ce n’était pas vous, prévenez-nous : {supportEmail}',
      questions: 'Une question ? Écrivez à {supportEmail}',
    },
    es: {
      confirmSubject: 'Confirme esta dirección para {brand}',
      confirm:
        '{firstname} quiere recibir avisos en esta dirección cuando alguien pida reemplazar el segundo factor de la cuenta de {brand}.',
      counts: 'Una vez confirmada, cuenta a las 72 horas de haberse añadido.',
      confirmLink: 'Confirmar esta dirección',
      confirmLifetime: 'El enlace es válido durante 24 horas y solo funciona una vez.',
      unknown: 'Si no sabe de qué se trata, ignore este correo.',
      addedSubject: 'Se ha añadido una dirección a su cuenta de {brand}',
      added:
        'Se ha añadido {address} como dirección en la que le avisamos cuando alguien pide reemplazar su segundo factor. Cuenta en 72 horas.',
      removedSubject: 'Se ha quitado una dirección de su cuenta de {brand}',
      removed:
        'Se ha quitado {address}. Ya no le avisamos en ella cuando alguien pide reemplazar su segundo factor.',
      own: 'Si ha sido usted, no tiene que hacer nada.',
      addedStranger:
        'Si no ha sido usted, use este enlace: quita la dirección y cierra todas las sesiones. Después cambie su contraseña.',
      removedStranger:
        'Si no ha sido usted, cierre todas las sesiones con este enlace. Después cambie su contraseña y añada de nuevo la dirección.',
      stop: 'No he sido yo: cerrar todas las sesiones',
      stopLifetime:
        'El enlace es válido durante 24 horas y solo funciona una vez. No hace falta haber iniciado sesión para usarlo.',
      tell: 'Si no ha sido usted, avísenos: {supportEmail}',
      questions: '¿Tiene preguntas? {supportEmail}',
    },
    zh: {
      confirmSubject: '请为 {brand} 确认此邮箱',
      confirm:
        '{firstname} 希望在有人请求更换其 {brand} 账户的第二重验证方式时，通过此邮箱收到通知。',
      counts: '确认后，该邮箱在添加 72 小时后生效。',
      confirmLink: '确认此邮箱',
      confirmLifetime: '该链接 24 小时内有效，且只能使用一次。',
      unknown: '如果您不清楚此事，请忽略本邮件。',
      addedSubject: '您的 {brand} 账户添加了一个邮箱',
      added:
        '{address} 已添加为通知邮箱：有人请求更换您的第二重验证方式时，我们会通知该邮箱。72 小时后生效。',
      removedSubject: '您的 {brand} 账户移除了一个邮箱',
      removed: '{address} 已移除。有人请求更换您的第二重验证方式时，我们不再通知该邮箱。',
      own: '如果是您本人操作，则无需采取任何措施。',
      addedStranger:
        '如果不是您本人操作，请使用此链接：它会移除该邮箱并退出所有会话。然后请更改密码。',
      removedStranger:
        '如果不是您本人操作，请通过此链接退出所有会话，然后更改密码并重新添加该邮箱。',
      stop: '不是我：退出所有登录',
      stopLifetime: '该链接 24 小时内有效，且只能使用一次。无需登录即可使用。',
      tell: '如果不是您本人操作，请告知我们：{supportEmail}',
      questions: '如有疑问，请联系：{supportEmail}',
    },
  },
)
