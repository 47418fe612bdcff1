import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    askedSubject: 'Request to replace the second factor of your {brand} account',
    askedByUser:
      'Someone who knows your password says that the device with your second factor is lost, and asks us to replace it.',
    askedBySupport: 'Our support asks to replace the second factor of your {brand} account.',
    askedByCompany:
      'An administrator of your company asks to replace the second factor of your {brand} account.',
    askedByPassword:
      'A new password was set by email while the replacement of your second factor is under way. For your security, the waiting time begins anew.',
    next: 'A second person decides. Nothing changes before {time}; only then do we email the link. A login with your old second factor ends the request.',
    own: 'If this was you, you don’t need to do anything.',
    stranger: 'If this was not you, stop it now with the link below.',
    stop: 'Stop the replacement',
    stopLifetime: 'The link works for 7 days. You don’t need to be logged in to use it.',
    contact: 'You are told at this address about the {brand} account {email}.',
    companySubject: 'Request to replace the second factor of {name}',
    companyAsked:
      '{name} ({email}) has lost a second factor, or somebody says so. A second person decides about the request.',
    companyHint: 'If you know that this is not genuine, stop it.',
    openRequest: 'Open the request',
    approvedSubject: 'The replacement of your second factor was approved',
    approved:
      'A second person has approved the request. We will email the link for a new second factor to the address of your account at {time}, not before.',
    openSubject: 'Set up a new second factor for {brand}',
    open: 'The request was approved and the waiting time is over. Set up a new second factor with the link below. The page asks for your password.',
    openBoth:
      'Choose a new password and set up a new second factor with the link below. The page asks for the code that our support has read out to you.',
    openLink: 'Set up a new second factor',
    openLifetime: 'The link works once, for 30 minutes.',
    openStranger:
      'If this was not you, do not use the link, and tell us at once: {supportEmail}. The link in our earlier email stops it, too.',
    openContactSubject: 'A link to replace your second factor was sent',
    openContact:
      'We have just emailed a link that replaces the second factor to the address of the account. It works for 30 minutes.',
    endedSubject: 'The replacement of your second factor has ended',
    stopped: 'It was stopped in the portal or with a link in one of our emails.',
    refused: 'The second person has refused it.',
    cancelled: 'It was taken back.',
    login: 'Somebody has logged in with a second factor of your account, so none is lost.',
    deactivated: 'The account was deactivated.',
    locked: 'The account was locked.',
    expired: 'Nobody has decided in time.',
    failed:
      'It could no longer be carried out: the account or the rights of those involved changed.',
    unchanged: 'Your second factor has not been replaced.',
    notAsked:
      'If you did not ask for it, someone may know your password. With the link below you log out everywhere and block the password, or lock the account.',
    secure: 'Secure my account',
    doneSubject: 'Your second factor for {brand} was replaced',
    doneApp:
      'A new authenticator app replaces the second factor of your {brand} account. There are new recovery codes, and all other sessions have ended.',
    donePasskey:
      'A passkey replaces the second factor of your {brand} account. There are new recovery codes, and all other sessions have ended.',
    doneStranger:
      'If this was not you, disable the new second factor and log out everywhere now with the link below. Then tell us.',
    undo: 'This was not me: disable it and log out everywhere',
    undoLifetime: 'The link works for 24 hours. You don’t need to be logged in to use it.',
    lockedSubject: 'Your {brand} account is locked',
    lockedText:
      'It was locked in the portal or with a link in one of our emails. All sessions have ended, here and on the platforms, and nobody can log in.',
    lockedBack:
      'Only our support can open it again, once they are sure that it is you: {supportEmail}',
    questions: 'Questions? {supportEmail}',
  },
  {
    ar: {
      askedSubject: 'طلب لاستبدال خطوة التحقق الثانية لحسابك في {brand}',
      askedByUser:
        'يقول شخص يعرف كلمة مرورك إن الجهاز الذي عليه خطوة التحقق الثانية مفقود، ويطلب منا استبدالها.',
      askedBySupport: 'يطلب فريق الدعم لدينا استبدال خطوة التحقق الثانية لحسابك في {brand}.',
      askedByCompany: 'يطلب مسؤول في شركتك استبدال خطوة التحقق الثانية لحسابك في {brand}.',
      askedByPassword:
        'عُيّنت كلمة مرور جديدة عبر البريد الإلكتروني بينما طلب استبدال خطوة التحقق الثانية قيد التنفيذ. حفاظًا على أمانك، تبدأ مدة الانتظار من جديد.',
      next: 'يبتّ شخص ثانٍ في الطلب. لن يتغير شيء قبل {time}، ولن نرسل الرابط إلا بعد ذلك. وتسجيل الدخول بخطوة التحقق القديمة يُنهي الطلب.',
      own: 'إن كنت أنت من طلب ذلك، فلا يلزمك أي إجراء.',
      stranger: 'إذا لم تكن أنت، فأوقفه الآن عبر الرابط أدناه.',
      stop: 'إيقاف الاستبدال',
      stopLifetime: 'الرابط صالح لمدة 7 أيام، ولا يلزم تسجيل الدخول لاستخدامه.',
      contact: 'نخبرك على هذا العنوان بما يخص الحساب {email} في {brand}.',
      companySubject: 'طلب لاستبدال خطوة التحقق الثانية للمستخدم {name}',
      companyAsked:
        'فقد {name} ({email}) خطوة التحقق الثانية، أو هكذا يدّعي شخص ما. سيبتّ شخص ثانٍ في الطلب.',
      companyHint: 'إذا كنت تعلم أن الطلب غير صحيح، فأوقفه.',
      openRequest: 'فتح الطلب',
      approvedSubject: 'تمت الموافقة على استبدال خطوة التحقق الثانية',
      approved:
        'وافق شخص ثانٍ على الطلب. سنرسل رابط إعداد خطوة تحقق ثانية جديدة إلى عنوان حسابك في {time}، وليس قبل ذلك.',
      openSubject: 'إعداد خطوة تحقق ثانية جديدة لحسابك في {brand}',
      open: 'تمت الموافقة على الطلب وانتهت مدة الانتظار. أعِدّ خطوة تحقق ثانية جديدة عبر الرابط أدناه. ستطلب منك الصفحة كلمة المرور.',
      openBoth:
        'اختر كلمة مرور جديدة وأعِدّ خطوة تحقق ثانية جديدة عبر الرابط أدناه. ستطلب منك الصفحة الرمز الذي قرأه لك فريق الدعم.',
      openLink: 'إعداد خطوة تحقق ثانية جديدة',
      openLifetime: 'الرابط صالح لمدة 30 دقيقة ولمرة واحدة فقط.',
      openStranger:
        'إذا لم تكن أنت، فلا تستخدم الرابط وأخبرنا فورًا: {supportEmail}. كما يوقفه الرابط الوارد في رسالتنا السابقة.',
      openContactSubject: 'أُرسل رابط لاستبدال خطوة التحقق الثانية',
      openContact:
        'أرسلنا للتو إلى عنوان الحساب رابطًا يستبدل خطوة التحقق الثانية. الرابط صالح لمدة 30 دقيقة.',
      endedSubject: 'انتهى طلب استبدال خطوة التحقق الثانية',
      stopped: 'أُوقف الطلب في البوابة أو عبر رابط في إحدى رسائلنا.',
      refused: 'رفضه الشخص الثاني.',
      cancelled: 'سُحب الطلب.',
      login: 'سجّل شخص الدخول بخطوة تحقق ثانية لحسابك، فهي إذن غير مفقودة.',
      deactivated: 'عُطّل الحساب.',
      locked: 'قُفل الحساب.',
      expired: 'لم يبتّ أحد في الطلب في الوقت المحدد.',
      failed: 'لم يعد تنفيذه ممكنًا: تغيّر الحساب أو صلاحيات المعنيين.',
      unchanged: 'لم تُستبدل خطوة التحقق الثانية.',
      notAsked:
        'إذا لم تطلب ذلك بنفسك، فربما يعرف شخص ما كلمة مرورك. عبر الرابط أدناه تسجّل الخروج من كل مكان وتحظر كلمة المرور، أو تقفل الحساب.',
      secure: 'تأمين حسابي',
      doneSubject: 'استُبدلت خطوة التحقق الثانية لحسابك في {brand}',
      doneApp:
        'حلّ تطبيق مصادقة جديد محل خطوة التحقق الثانية لحسابك في {brand}. أُصدرت رموز استرداد جديدة، وأُنهيت كل الجلسات الأخرى.',
      donePasskey:
        'حلّ مفتاح مرور محل خطوة التحقق الثانية لحسابك في {brand}. أُصدرت رموز استرداد جديدة، وأُنهيت كل الجلسات الأخرى.',
      doneStranger:
        'إذا لم تكن أنت، فعطّل خطوة التحقق الجديدة وسجّل الخروج من كل مكان فورًا عبر الرابط أدناه، ثم أخبرنا.',
      undo: 'لم أكن أنا: التعطيل وتسجيل الخروج من كل مكان',
      undoLifetime: 'الرابط صالح لمدة 24 ساعة، ولا يلزم تسجيل الدخول لاستخدامه.',
      lockedSubject: 'حسابك في {brand} مقفل',
      lockedText:
        'قُفل الحساب في البوابة أو عبر رابط في إحدى رسائلنا. أُنهيت كل الجلسات، هنا وعلى المنصات، ولا يمكن لأحد تسجيل الدخول.',
      lockedBack: 'لا يمكن لغير فريق الدعم فتحه من جديد، بعد التأكد من هويتك: {supportEmail}',
      questions: 'للاستفسار: {supportEmail}',
    },
    fr: {
      askedSubject: 'Demande de remplacement du second facteur de votre compte {brand}',
      askedByUser:
        'Une personne qui connaît votre mot de passe déclare avoir perdu l’appareil de votre second facteur et nous demande de le remplacer.',
      askedBySupport:
        'Notre support demande le remplacement du second facteur de votre compte {brand}.',
      askedByCompany:
        'Un administrateur de votre entreprise demande le remplacement du second facteur de votre compte {brand}.',
      askedByPassword:
        'Un nouveau mot de passe a été défini par e-mail alors que le remplacement de votre second facteur est en cours. Pour votre sécurité, le délai d’attente recommence.',
      next: 'Une seconde personne décide. Rien ne change avant le {time} ; le lien n’est envoyé qu’ensuite. Une connexion avec votre ancien second facteur met fin à la demande.',
      own: 'Si c’était vous, vous n’avez rien à faire.',
      stranger: 'Si ce n’était pas vous, arrêtez-la maintenant avec le lien ci-dessous.',
      stop: 'Arrêter le remplacement',
      stopLifetime: 'Ce lien est valable 7 jours. Il n’est pas nécessaire d’être connecté.',
      contact: 'Vous êtes informé à cette adresse au sujet du compte {brand} {email}.',
      companySubject: 'Demande de remplacement du second facteur de {name}',
      companyAsked:
        '{name} ({email}) a perdu un second facteur, ou quelqu’un le prétend. Une seconde personne décide de la demande.',
      companyHint: 'Si vous savez que cette demande n’est pas authentique, arrêtez-la.',
      openRequest: 'Ouvrir la demande',
      approvedSubject: 'Le remplacement de votre second facteur a été approuvé',
      approved:
        'Une seconde personne a approuvé la demande. Le lien pour un nouveau second facteur sera envoyé à l’adresse de votre compte le {time}, pas avant.',
      openSubject: 'Configurez un nouveau second facteur pour {brand}',
      open: 'La demande a été approuvée et le délai d’attente est écoulé. Configurez un nouveau second facteur avec le lien ci-dessous. La page demande votre mot de passe.',
      openBoth:
        'Choisissez un nouveau mot de passe et configurez un nouveau second facteur avec le lien ci-dessous. La page demande le code que notre support vous a lu.',
      openLink: 'Configurer un nouveau second facteur',
      openLifetime: 'Ce lien est valable 30 minutes et ne fonctionne qu’une seule fois.',
      openStranger:
        'Si ce n’était pas vous, n’utilisez pas le lien et prévenez-nous immédiatement : {supportEmail}. Le lien de notre e-mail précédent l’arrête aussi.',
      openContactSubject: 'Un lien pour remplacer votre second facteur a été envoyé',
      openContact:
        'Nous venons d’envoyer à l’adresse du compte un lien qui remplace le second facteur. Il est valable 30 minutes.',
      endedSubject: 'Le remplacement de votre second facteur est terminé',
      stopped: 'Il a été arrêté dans le portail ou avec un lien de l’un de nos e-mails.',
      refused: 'La seconde personne l’a refusé.',
      cancelled: 'La demande a été retirée.',
      login:
        'Quelqu’un s’est connecté avec un second facteur de votre compte : il n’est donc pas perdu.',
      deactivated: 'Le compte a été désactivé.',
      locked: 'Le compte a été verrouillé.',
      expired: 'Personne n’a décidé à temps.',
      failed:
        'Il ne pouvait plus être effectué : le compte ou les droits des personnes concernées ont changé.',
      unchanged: 'Votre second facteur n’a pas été remplacé.',
      notAsked:
        'Si vous ne l’avez pas demandé, quelqu’un connaît peut-être votre mot de passe. Avec le lien ci-dessous, déconnectez-vous partout et bloquez le mot de passe, ou verrouillez le compte.',
      secure: 'Sécuriser mon compte',
      doneSubject: 'Votre second facteur pour {brand} a été remplacé',
      doneApp:
        'Une nouvelle application d’authentification remplace le second facteur de votre compte {brand}. De nouveaux codes de secours ont été créés et toutes les autres sessions ont été fermées.',
      donePasskey:
        'Une clé d’accès remplace le second facteur de votre compte {brand}. De nouveaux codes de secours ont été créés et toutes les autres sessions ont été fermées.',
      doneStranger:
        'Si ce n’était pas vous, désactivez le nouveau second facteur et déconnectez-vous partout dès maintenant avec le lien ci-dessous. Prévenez-nous ensuite.',
      undo: 'Ce n’était pas moi : désactiver et tout déconnecter',
      undoLifetime: 'Ce lien est valable 24 heures. Il n’est pas nécessaire d’être connecté.',
      lockedSubject: 'Votre compte {brand} est verrouillé',
      lockedText:
        'Il a été verrouillé dans le portail ou avec un lien de l’un de nos e-mails. Toutes les sessions ont été fermées, ici et sur les plateformes, et personne ne peut se connecter.',
      lockedBack:
        'Seul notre support peut le rouvrir, après s’être assuré qu’il s’agit bien de vous : {supportEmail}',
      questions: 'Une question ? Écrivez à {supportEmail}',
    },
    es: {
      askedSubject: 'Solicitud para reemplazar el segundo factor de su cuenta de {brand}',
      askedByUser:
        'Alguien que conoce su contraseña dice que ha perdido el dispositivo de su segundo factor y nos pide reemplazarlo.',
      askedBySupport: 'Nuestro soporte pide reemplazar el segundo factor de su cuenta de {brand}.',
      askedByCompany:
        'Un administrador de su empresa pide reemplazar el segundo factor de su cuenta de {brand}.',
      askedByPassword:
        'Se ha establecido una contraseña nueva por correo mientras está en curso el reemplazo de su segundo factor. Por su seguridad, el tiempo de espera empieza de nuevo.',
      next: 'Decide una segunda persona. Nada cambia antes del {time}; solo entonces enviamos el enlace. Un inicio de sesión con su segundo factor anterior pone fin a la solicitud.',
      own: 'Si ha sido usted, no tiene que hacer nada.',
      stranger: 'Si no ha sido usted, deténgala ahora con el enlace de abajo.',
      stop: 'Detener el reemplazo',
      stopLifetime:
        'El enlace es válido durante 7 días. No hace falta haber iniciado sesión para usarlo.',
      contact: 'En esta dirección le informamos sobre la cuenta de {brand} {email}.',
      companySubject: 'Solicitud para reemplazar el segundo factor de {name}',
      companyAsked:
        '{name} ({email}) ha perdido un segundo factor, o alguien lo afirma. Una segunda persona decide sobre la solicitud.',
      companyHint: 'Si sabe que no es auténtica, deténgala.',
      openRequest: 'Abrir la solicitud',
      approvedSubject: 'Se ha aprobado el reemplazo de su segundo factor',
      approved:
        'Una segunda persona ha aprobado la solicitud. Enviaremos el enlace para un nuevo segundo factor a la dirección de su cuenta el {time}, no antes.',
      openSubject: 'Configure un nuevo segundo factor para {brand}',
      open: 'La solicitud se ha aprobado y el tiempo de espera ha terminado. Configure un nuevo segundo factor con el enlace de abajo. La página le pedirá su contraseña.',
      openBoth:
        'Elija una contraseña nueva y configure un nuevo segundo factor con el enlace de abajo. La página le pedirá el código que le ha leído nuestro soporte.',
      openLink: 'Configurar un nuevo segundo factor',
      openLifetime: 'El enlace es válido durante 30 minutos y solo funciona una vez.',
      openStranger:
        'Si no ha sido usted, no use el enlace y avísenos de inmediato: {supportEmail}. El enlace de nuestro correo anterior también lo detiene.',
      openContactSubject: 'Se ha enviado un enlace para reemplazar su segundo factor',
      openContact:
        'Acabamos de enviar a la dirección de la cuenta un enlace que reemplaza el segundo factor. Es válido durante 30 minutos.',
      endedSubject: 'El reemplazo de su segundo factor ha terminado',
      stopped: 'Se detuvo en el portal o con un enlace de uno de nuestros correos.',
      refused: 'La segunda persona lo ha rechazado.',
      cancelled: 'La solicitud se retiró.',
      login:
        'Alguien ha iniciado sesión con un segundo factor de su cuenta, así que no está perdido.',
      deactivated: 'La cuenta se desactivó.',
      locked: 'La cuenta se bloqueó.',
      expired: 'Nadie decidió a tiempo.',
      failed:
        'Ya no se pudo realizar: cambiaron la cuenta o los permisos de las personas implicadas.',
      unchanged: 'Su segundo factor no se ha reemplazado.',
      notAsked:
        'Si no lo ha pedido usted, es posible que alguien conozca su contraseña. Con el enlace de abajo cierra todas las sesiones y bloquea la contraseña, o bloquea la cuenta.',
      secure: 'Proteger mi cuenta',
      doneSubject: 'Se ha reemplazado su segundo factor para {brand}',
      doneApp:
        'Una nueva aplicación de autenticación reemplaza el segundo factor de su cuenta de {brand}. Hay nuevos códigos de recuperación y se han cerrado todas las demás sesiones.',
      donePasskey:
        'Una llave de acceso reemplaza el segundo factor de su cuenta de {brand}. Hay nuevos códigos de recuperación y se han cerrado todas las demás sesiones.',
      doneStranger:
        'Si no ha sido usted, desactive el nuevo segundo factor y cierre todas las sesiones ahora con el enlace de abajo. Después avísenos.',
      undo: 'No he sido yo: desactivarlo y cerrar todas las sesiones',
      undoLifetime:
        'El enlace es válido durante 24 horas. No hace falta haber iniciado sesión para usarlo.',
      lockedSubject: 'Su cuenta de {brand} está bloqueada',
      lockedText:
        'Se bloqueó en el portal o con un enlace de uno de nuestros correos. Se han cerrado todas las sesiones, aquí y en las plataformas, y nadie puede iniciar sesión.',
      lockedBack:
        'Solo nuestro soporte puede abrirla de nuevo, una vez seguro de que es usted: {supportEmail}',
      questions: '¿Tiene preguntas? {supportEmail}',
    },
    zh: {
      askedSubject: '有人请求更换您 {brand} 账户的第二重验证方式',
      askedByUser: '有人知道您的密码，声称用于第二重验证的设备已丢失，并请求我们予以更换。',
      askedBySupport: '我们的客服请求更换您 {brand} 账户的第二重验证方式。',
      askedByCompany: '贵公司的管理员请求更换您 {brand} 账户的第二重验证方式。',
      askedByPassword:
        '在更换第二重验证方式的过程中，有人通过邮件设置了新密码。为了您的安全，等待时间重新开始计算。',
      next: '将由第二人决定。在 {time} 之前不会有任何更改，此后我们才会发送链接。使用原有的第二重验证方式登录即会终止该请求。',
      own: '如果是您本人操作，则无需采取任何措施。',
      stranger: '如果不是您本人操作，请立即通过下方链接停止。',
      stop: '停止更换',
      stopLifetime: '该链接 7 天内有效。无需登录即可使用。',
      contact: '我们通过此邮箱通知您有关 {brand} 账户 {email} 的事项。',
      companySubject: '有人请求更换 {name} 的第二重验证方式',
      companyAsked: '{name}（{email}）丢失了第二重验证方式，或有人如此声称。将由第二人决定该请求。',
      companyHint: '如果您知道该请求不属实，请予以停止。',
      openRequest: '打开请求',
      approvedSubject: '更换第二重验证方式的请求已获批准',
      approved:
        '第二人已批准该请求。我们最早将于 {time} 把设置新的第二重验证方式的链接发送到您账户的邮箱。',
      openSubject: '为 {brand} 设置新的第二重验证方式',
      open: '请求已获批准，等待时间已过。请通过下方链接设置新的第二重验证方式。页面会要求输入您的密码。',
      openBoth: '请通过下方链接设置新密码和新的第二重验证方式。页面会要求输入客服读给您的代码。',
      openLink: '设置新的第二重验证方式',
      openLifetime: '该链接 30 分钟内有效，且只能使用一次。',
      openStranger:
        '如果不是您本人操作，请勿使用该链接，并立即告知我们：{supportEmail}。我们之前邮件中的链接也可以停止。',
      openContactSubject: '更换第二重验证方式的链接已发送',
      openContact: '我们刚刚向账户的邮箱发送了更换第二重验证方式的链接，30 分钟内有效。',
      endedSubject: '更换第二重验证方式的请求已终止',
      stopped: '已在门户中或通过我们邮件中的链接停止。',
      refused: '第二人已拒绝该请求。',
      cancelled: '该请求已撤回。',
      login: '有人使用您账户的第二重验证方式登录，因此并未丢失。',
      deactivated: '账户已停用。',
      locked: '账户已锁定。',
      expired: '无人在期限内作出决定。',
      failed: '已无法执行：账户或相关人员的权限发生了变化。',
      unchanged: '您的第二重验证方式未被更换。',
      notAsked:
        '如果不是您提出的请求，则可能有人知道您的密码。通过下方链接，您可以退出所有登录并禁用该密码，或锁定账户。',
      secure: '保护我的账户',
      doneSubject: '您 {brand} 的第二重验证方式已更换',
      doneApp:
        '新的身份验证器应用已取代您 {brand} 账户原有的第二重验证方式。恢复码已更新，其他所有会话均已结束。',
      donePasskey:
        '通行密钥已取代您 {brand} 账户原有的第二重验证方式。恢复码已更新，其他所有会话均已结束。',
      doneStranger:
        '如果不是您本人操作，请立即通过下方链接停用新的第二重验证方式并退出所有登录，然后告知我们。',
      undo: '不是我：停用并退出所有登录',
      undoLifetime: '该链接 24 小时内有效。无需登录即可使用。',
      lockedSubject: '您的 {brand} 账户已锁定',
      lockedText:
        '账户已在门户中或通过我们邮件中的链接锁定。所有会话均已结束，包括各平台上的会话，任何人都无法登录。',
      lockedBack: '只有我们的客服在确认是您本人后才能重新打开：{supportEmail}',
      questions: '如有疑问，请联系：{supportEmail}',
    },
  },
)
