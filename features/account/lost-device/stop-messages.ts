import { defineMessages } from '#contract/locale.ts'

/** For the page of a link that stops a recovery. */
export const stopMessages = defineMessages(
  {
    openTitle: 'Stop the replacement of your second factor?',
    account: 'This link was sent to {email}.',
    openText:
      'Somebody asks to replace the second factor of your account. If it is not you, stop it: nothing changes then.',
    stop: 'Stop it',
    undoableTitle: 'Your second factor was replaced',
    undoableText:
      'If this was not you, disable the new second factor. All sessions end, here and on the platforms.',
    undo: 'Disable it and log out everywhere',
    doneTitle: 'This request has been carried out',
    doneText:
      'The second factor of your account has been replaced since. If this was not you, secure the account now.',
    endedTitle: 'Nothing is under way any more',
    endedText: 'This request has ended. Your second factor was not replaced by it.',
    stoppedTitle: 'Stopped',
    stopped: 'The request has ended. Your second factor stays as it is.',
    undone: 'The new second factor is disabled, and all sessions have ended.',
    notYou: 'Did somebody else ask?',
    notYouText:
      'Then they know your password. Log out everywhere and block the password: we email you a link for a new one.',
    secure: 'Log out everywhere and block the password',
    stolen: 'Was your device stolen?',
    stolenText:
      'Lock the account. Nobody can log in then, and only our support opens it again, once they are sure that it is you.',
    lock: 'Lock my account',
    securedTitle: 'Your account is secure',
    secured:
      'You are logged out everywhere, and the password no longer opens the account. We have emailed you a link for a new one.',
    lockedTitle: 'Your account is locked',
    locked: 'Nobody can log in. To open it again, write to {supportEmail}.',
    expiredTitle: 'This link has expired',
    invalidTitle: 'Invalid URL or token has expired',
    invalid: 'A link that stops a request works for 7 days, one that undoes it for 24 hours.',
    checking: 'Checking the link',
    logIn: 'Log in',
    changePassword: 'Set a new password',
  },
  {
    ar: {
      openTitle: 'هل تريد إيقاف استبدال خطوة التحقق الثانية؟',
      account: 'أُرسل هذا الرابط إلى {email}.',
      openText:
        'يطلب شخص ما استبدال خطوة التحقق الثانية لحسابك. إذا لم تكن أنت، فأوقف الطلب، ولن يتغير شيء.',
      stop: 'إيقاف الطلب',
      undoableTitle: 'استُبدلت خطوة التحقق الثانية',
      undoableText:
        'إذا لم تكن أنت، فعطّل خطوة التحقق الجديدة. ستنتهي كل الجلسات، هنا وعلى المنصات.',
      undo: 'التعطيل وتسجيل الخروج من كل مكان',
      doneTitle: 'نُفّذ هذا الطلب',
      doneText:
        'استُبدلت خطوة التحقق الثانية لحسابك منذ ذلك الحين. إذا لم تكن أنت، فأمّن الحساب الآن.',
      endedTitle: 'لم يعد هناك طلب قيد التنفيذ',
      endedText: 'انتهى هذا الطلب، ولم تُستبدل خطوة التحقق الثانية بسببه.',
      stoppedTitle: 'أُوقف الطلب',
      stopped: 'انتهى الطلب، وتبقى خطوة التحقق الثانية كما هي.',
      undone: 'عُطّلت خطوة التحقق الجديدة، وانتهت كل الجلسات.',
      notYou: 'هل طلب ذلك شخص آخر؟',
      notYouText:
        'إذن فهو يعرف كلمة مرورك. سجّل الخروج من كل مكان واحظر كلمة المرور: سنرسل إليك رابطًا لكلمة جديدة.',
      secure: 'تسجيل الخروج من كل مكان وحظر كلمة المرور',
      stolen: 'هل سُرق جهازك؟',
      stolenText:
        'اقفل الحساب. لن يتمكن أحد من تسجيل الدخول، ولا يفتحه من جديد إلا فريق الدعم بعد التأكد من هويتك.',
      lock: 'قفل حسابي',
      securedTitle: 'حسابك آمن',
      secured:
        'سُجّل خروجك من كل مكان، ولم تعد كلمة المرور تفتح الحساب. أرسلنا إليك رابطًا لكلمة جديدة.',
      lockedTitle: 'حسابك مقفل',
      locked: 'لا يمكن لأحد تسجيل الدخول. لفتحه من جديد، راسلنا على {supportEmail}.',
      expiredTitle: 'انتهت صلاحية هذا الرابط',
      invalidTitle: 'الرابط غير صالح أو انتهت صلاحيته',
      invalid: 'الرابط الذي يوقف الطلب صالح لمدة 7 أيام، والرابط الذي يلغيه صالح لمدة 24 ساعة.',
      checking: 'جارٍ التحقق من الرابط',
      logIn: 'تسجيل الدخول',
      changePassword: 'تعيين كلمة مرور جديدة',
    },
    fr: {
      openTitle: 'Arrêter le remplacement de votre second facteur ?',
      account: 'Ce lien a été envoyé à {email}.',
      openText:
        'Quelqu’un demande à remplacer le second facteur de votre compte. Si ce n’est pas vous, arrêtez la demande : rien ne change alors.',
      stop: 'Arrêter',
      undoableTitle: 'Votre second facteur a été remplacé',
      undoableText:
        'Si ce n’était pas vous, désactivez le nouveau second facteur. Toutes les sessions se ferment, ici et sur les plateformes.',
      undo: 'Désactiver et tout déconnecter',
      doneTitle: 'Cette demande a été exécutée',
      doneText:
        'Le second facteur de votre compte a été remplacé depuis. Si ce n’était pas vous, sécurisez le compte maintenant.',
      endedTitle: 'Plus rien n’est en cours',
      endedText: 'Cette demande est terminée. Elle n’a pas remplacé votre second facteur.',
      stoppedTitle: 'Demande arrêtée',
      stopped: 'La demande est terminée. Votre second facteur reste tel quel.',
      undone: 'Le nouveau second facteur est désactivé et toutes les sessions sont fermées.',
      notYou: 'La demande venait de quelqu’un d’autre ?',
      notYouText:
        'Cette personne connaît alors votre mot de passe. Déconnectez-vous partout et bloquez le mot de passe : nous vous envoyons un lien pour en choisir un nouveau.',
      secure: 'Tout déconnecter et bloquer le mot de passe',
      stolen: 'Votre appareil a été volé ?',
      stolenText:
        'Verrouillez le compte. Personne ne peut alors se connecter, et seul notre support le rouvre, après s’être assuré qu’il s’agit de vous.',
      lock: 'Verrouiller mon compte',
      securedTitle: 'Votre compte est sécurisé',
      secured:
        'Vous êtes déconnecté partout, et le mot de passe n’ouvre plus le compte. Nous vous avons envoyé un lien pour en choisir un nouveau.',
      lockedTitle: 'Votre compte est verrouillé',
      locked: 'Personne ne peut se connecter. Pour le rouvrir, écrivez à {supportEmail}.',
      expiredTitle: 'Ce lien a expiré',
      invalidTitle: 'Ce lien n’est pas valide ou a expiré',
      invalid:
        'Un lien qui arrête une demande est valable 7 jours, un lien qui l’annule 24 heures.',
      checking: 'Vérification du lien',
      logIn: 'Se connecter',
      changePassword: 'Choisir un nouveau mot de passe',
    },
    es: {
      openTitle: '¿Detener el reemplazo de su segundo factor?',
      account: 'Este enlace se envió a {email}.',
      openText:
        'Alguien pide reemplazar el segundo factor de su cuenta. Si no es usted, deténgalo: entonces nada cambia.',
      stop: 'Detener',
      undoableTitle: 'Se ha reemplazado su segundo factor',
      undoableText:
        'Si no ha sido usted, desactive el nuevo segundo factor. Se cierran todas las sesiones, aquí y en las plataformas.',
      undo: 'Desactivarlo y cerrar todas las sesiones',
      doneTitle: 'Esta solicitud ya se ha llevado a cabo',
      doneText:
        'Desde entonces se ha reemplazado el segundo factor de su cuenta. Si no ha sido usted, proteja la cuenta ahora.',
      endedTitle: 'Ya no hay nada en curso',
      endedText: 'Esta solicitud ha terminado y no ha reemplazado su segundo factor.',
      stoppedTitle: 'Detenida',
      stopped: 'La solicitud ha terminado. Su segundo factor sigue como estaba.',
      undone: 'El nuevo segundo factor está desactivado y se han cerrado todas las sesiones.',
      notYou: '¿Lo ha pedido otra persona?',
      notYouText:
        'Entonces conoce su contraseña. Cierre todas las sesiones y bloquee la contraseña: le enviamos un enlace para elegir otra.',
      secure: 'Cerrar todas las sesiones y bloquear la contraseña',
      stolen: '¿Le han robado el dispositivo?',
      stolenText:
        'Bloquee la cuenta. Entonces nadie puede iniciar sesión, y solo nuestro soporte la abre de nuevo, una vez seguro de que es usted.',
      lock: 'Bloquear mi cuenta',
      securedTitle: 'Su cuenta está protegida',
      secured:
        'Se han cerrado todas las sesiones y la contraseña ya no abre la cuenta. Le hemos enviado un enlace para elegir otra.',
      lockedTitle: 'Su cuenta está bloqueada',
      locked: 'Nadie puede iniciar sesión. Para abrirla de nuevo, escriba a {supportEmail}.',
      expiredTitle: 'Este enlace ha caducado',
      invalidTitle: 'Este enlace no es válido o ha caducado',
      invalid:
        'Un enlace que detiene una solicitud es válido durante 7 días; uno que la deshace, durante 24 horas.',
      checking: 'Comprobando el enlace',
      logIn: 'Iniciar sesión',
      changePassword: 'Elegir una contraseña nueva',
    },
    zh: {
      openTitle: '要停止更换第二重验证方式吗？',
      account: '此链接已发送至 {email}。',
      openText: '有人请求更换您账户的第二重验证方式。如果不是您本人，请停止，这样不会有任何更改。',
      stop: '停止',
      undoableTitle: '您的第二重验证方式已更换',
      undoableText:
        '如果不是您本人操作，请停用新的第二重验证方式。所有会话都会结束，包括各平台上的会话。',
      undo: '停用并退出所有登录',
      doneTitle: '该请求已执行',
      doneText: '您账户的第二重验证方式此后已被更换。如果不是您本人操作，请立即保护账户。',
      endedTitle: '目前没有进行中的请求',
      endedText: '该请求已终止，您的第二重验证方式未因此被更换。',
      stoppedTitle: '已停止',
      stopped: '该请求已终止，您的第二重验证方式保持不变。',
      undone: '新的第二重验证方式已停用，所有会话均已结束。',
      notYou: '是其他人提出的请求吗？',
      notYouText: '那么对方知道您的密码。请退出所有登录并禁用该密码：我们会发送设置新密码的链接。',
      secure: '退出所有登录并禁用密码',
      stolen: '设备被盗了？',
      stolenText: '请锁定账户。此后任何人都无法登录，只有我们的客服在确认是您本人后才能重新打开。',
      lock: '锁定我的账户',
      securedTitle: '您的账户已得到保护',
      secured: '您已退出所有登录，该密码无法再打开账户。我们已向您发送设置新密码的链接。',
      lockedTitle: '您的账户已锁定',
      locked: '任何人都无法登录。如需重新打开，请写信至 {supportEmail}。',
      expiredTitle: '该链接已过期',
      invalidTitle: '链接无效或已过期',
      invalid: '用于停止请求的链接 7 天内有效，用于撤销的链接 24 小时内有效。',
      checking: '正在检查链接',
      logIn: '登录',
      changePassword: '设置新密码',
    },
  },
)
